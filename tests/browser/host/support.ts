import { onTestFinished, vi } from 'vitest';
import type { HostEnvironment } from '../../../src/host/environment.ts';
import type { HostPlayer } from '../../../src/host/player/host-player.ts';
import { makePlayerClass } from '../../../src/host/player/player-class.ts';
import type { PlayerOptions } from '../../../src/host/player/player-options.ts';
import { systemClock } from '../../../src/host/system-clock.ts';
import { Registry } from '../../../src/host/wire/registry.ts';
import type { FakePlayer } from '../../support/fake-player.ts';
import type { FakeEmbedWindow } from './fake-embed.ts';

const FAKE_EMBED = '/tests/browser/host/fake-embed.html';

export function hostEnvironment(overrides: Partial<HostEnvironment> = {}): HostEnvironment {
  return {
    window,
    clock: systemClock(window),
    defaultHost: window.location.origin,
    basePath: '',
    registry: new Registry(window),
    replacedHosts: new Set(),
    ...overrides,
  };
}

/** A container in the page that goes when the test does. */
export function container(html = ''): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = html;
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
}

/** A frame with the real bridge in it, as a page's author would have written it. */
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

/** As long as a busy machine takes: the one second that `vi.waitFor` gives is a guess at its speed. */
export const eventually = (assertion: () => void): Promise<void> => vi.waitFor(assertion, { timeout: 30_000 });

/** A player whose frame has been heard. */
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

/** Names of the commands that the player in the frame was given. */
export function commandsOf(frame: HTMLIFrameElement): string[] {
  return fakePlayerOf(frame).executed.map(({ command }) => command.name);
}

/** Everything the host has posted so far has arrived: messages keep their order, so a last one proves it. */
export async function allHeard(frame: HTMLIFrameElement, player: HostPlayer): Promise<void> {
  const { executed } = fakePlayerOf(frame);
  const before = executed.length;
  player.setLoop(false);
  await eventually(() => {
    if (executed.length === before) throw new Error('not heard');
  });
  executed.length = before;
}
