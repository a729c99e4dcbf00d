import { onTestFinished, vi } from 'vitest';
import type { HostEnvironment } from '../../../src/host/environment.ts';
import type { HostPlayer } from '../../../src/host/player/host-player.ts';
import { makePlayerClass } from '../../../src/host/player/player-class.ts';
import type { PlayerOptions } from '../../../src/host/player-options.ts';
import { createSystemClock } from '../../../protocol/runtime/system-clock.ts';
import { Registry } from '../../../src/host/player/registry.ts';
import type { FakePlayer } from '../../support/fake-player.ts';
import type { FakeEmbedWindow } from './fake-embed.ts';

const FAKE_EMBED = '/tests/browser/host/fake-embed.html';

export function hostEnvironment(overrides: Partial<HostEnvironment> = {}): HostEnvironment {
  return {
    window,
    clock: createSystemClock(window),
    defaultHost: window.location.origin,
    basePath: '',
    registry: new Registry(window),
    replacedHosts: new Set(),
    ...overrides,
  };
}

/** A container in the page that is removed after the test. */
export function container(html = ''): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = html;
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
}

/** A popup that closes when the test ends. */
export function openWindow(): Window & typeof globalThis {
  const popup = window.open('', '', 'width=500,height=400');
  if (popup === null) throw new Error('the browser opened no window');
  onTestFinished(() => popup.close());
  return popup as Window & typeof globalThis;
}

/** A frame with the real bridge, as the author of a host page would write it. */
export function embedFrame(query = '', parent: Node = container()): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = `${FAKE_EMBED}?enablejsapi=1${query}`;
  parent.appendChild(frame);
  return frame;
}

export function createHostPlayer(
  target: unknown,
  options: PlayerOptions = {},
  environment = hostEnvironment(),
): HostPlayer {
  const player = new (makePlayerClass(environment))(target, options);
  onTestFinished(() => player.destroy());
  return player;
}

/** Allows for a busy machine: the default of `vi.waitFor`, one second, can be too short. */
export const eventually = (assertion: () => void): Promise<void> => vi.waitFor(assertion, { timeout: 30_000 });

/** A player that has fired `onReady`. */
export async function readyPlayer(frame: HTMLIFrameElement, options: PlayerOptions = {}): Promise<HostPlayer> {
  const onReady = vi.fn();
  const player = createHostPlayer(frame, { ...options, events: { ...options.events, onReady } });
  await eventually(() => {
    if (onReady.mock.calls.length === 0) throw new Error('not ready');
  });
  return player;
}

export function fakePlayerOf(frame: HTMLIFrameElement): FakePlayer {
  return (frame.contentWindow as unknown as FakeEmbedWindow).fakePlayer;
}

/** Names of the commands that the player in the frame received. */
export function commandsOf(frame: HTMLIFrameElement): string[] {
  return fakePlayerOf(frame).executed.map(({ command }) => command.name);
}

/** Waits until the frame has executed all commands sent so far: messages keep their order, so one more command proves it. */
export async function allHeard(frame: HTMLIFrameElement, player: HostPlayer): Promise<void> {
  const { executed } = fakePlayerOf(frame);
  const before = executed.length;
  player.setLoop(false);
  await eventually(() => {
    if (executed.length === before) throw new Error('not heard');
  });
  executed.length = before;
}
