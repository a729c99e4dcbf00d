import { expect, onTestFinished, test, vi } from 'vitest';
import { HOST_COMMAND_NAMES, HOST_READS } from '../../../src/page/host-messages/host-messages.ts';
import { makeCreatePlayer } from '../../../src/host/client/create-player.ts';
import { makePlayerClass } from '../../../src/host/player/player-class.ts';
import type { PlayerOptions } from '../../../src/host/player-options.ts';
import { container, createHostPlayer, embedFrame, hostEnvironment, readyPlayer } from './support.ts';

/** A call at any time with any arguments causes an `onError`, a rejection or nothing; it never throws. */

const circular: { self?: unknown } = {};
circular.self = circular;
const refuses = (): never => {
  throw new Error('refuses');
};
/** A port without a server, so that requests fail at once. */
const UNREACHABLE = { defaultHost: 'http://127.0.0.1:9' };

/** Odd arguments, each with a name for failure messages. */
const ODD_VALUES: readonly (readonly [string, unknown])[] = [
  ['undefined', undefined],
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['-1', -1],
  ['a large integer', 10n],
  ['a symbol', Symbol('odd')],
  ['an empty text', ''],
  ['half a character', '\ud800'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['a long text', 'x'.repeat(100_000)],
  ['a function', () => undefined],
  ['an empty object', {}],
  ['an object without prototype', Object.create(null)],
  ['an object in a circle', circular],
  ['an object without text', { toString: refuses, valueOf: refuses }],
  ['an object without JSON', { toJSON: refuses }],
  ['an object that is no number', { toString: 1, valueOf: 1 }],
  ['a list with everything', [undefined, 10n, Symbol('x'), circular]],
  ['video options of the wrong kind', { videoId: 7, startSeconds: 'soon', list: [{}] }],
  ['the window', window],
  ['an element', document.createElement('p')],
  ['a proxy that refuses', new Proxy({}, { get: refuses })],
];

const METHODS = [
  ...new Set([...HOST_COMMAND_NAMES, ...HOST_READS, 'addEventListener', 'removeEventListener', 'getIframe', 'setSize']),
];

/** Names of the calls that threw. `destroy` is called last. */
function callEverything(player: object): string[] {
  const thrown: string[] = [];
  const call = (name: string, args: readonly (readonly [string, unknown])[]): void => {
    try {
      Reflect.apply(
        Reflect.get(player, name) as (...given: unknown[]) => unknown,
        player,
        args.map(([, value]) => value),
      );
    } catch (error) {
      thrown.push(`${name}(${args.map(([word]) => word).join(', ')}): ${String(error)}`);
    }
  };
  for (const name of METHODS) {
    call(name, []);
    for (const [index, value] of ODD_VALUES.entries()) {
      call(name, [value]);
      if (index % 3 === 0) call(name, [value, ODD_VALUES[(index + 7) % ODD_VALUES.length] ?? value, value]);
    }
  }
  return thrown;
}

test('a player has the methods of the protocol, and no others', () => {
  const { prototype } = makePlayerClass(hostEnvironment()) as unknown as { prototype: object };
  expect(Object.keys(prototype).toSorted()).toEqual([...METHODS, 'destroy'].toSorted());
});

/** Collects uncaught errors and rejections: an exception in a message handler reaches no caller. */
function watchErrors(): string[] {
  const errors: string[] = [];
  const note = ({ message }: ErrorEvent): number => errors.push(message);
  const noteRejection = ({ reason }: PromiseRejectionEvent): number => errors.push(String(reason));
  window.addEventListener('error', note);
  window.addEventListener('unhandledrejection', noteRejection);
  onTestFinished(() => {
    window.removeEventListener('error', note);
    window.removeEventListener('unhandledrejection', noteRejection);
  });
  return errors;
}

test('no call on a player throws before its frame has responded, while it is ready, or after it is destroyed [H1, H4]', async () => {
  const errors = watchErrors();
  const early = createHostPlayer(container('<div></div>').firstElementChild, {}, hostEnvironment(UNREACHABLE));
  expect(callEverything(early)).toEqual([]);
  const ready = await readyPlayer(embedFrame());
  expect(callEverything(ready)).toEqual([]);
  for (const player of [early, ready]) {
    player.destroy();
    player.destroy();
    expect(callEverything(player)).toEqual([]);
    player.destroy();
  }
  expect(errors).toEqual([]);
});

test('no call on a player throws when its frame is removed or empty [H1]', async () => {
  const errors = watchErrors();
  const frame = embedFrame();
  const player = await readyPlayer(frame);
  frame.remove();
  expect(callEverything(player)).toEqual([]);
  player.destroy();
  const blank = document.createElement('iframe');
  container().append(blank);
  expect(callEverything(createHostPlayer(blank))).toEqual([]);
  expect(errors).toEqual([]);
});

test('arguments that cannot be cloned cause onError 2, once [H4]', async () => {
  const onError = vi.fn();
  const player = await readyPlayer(embedFrame(), { events: { onError } });
  Reflect.apply(player.seekTo, player, [10n]);
  expect(onError).toHaveBeenCalledExactlyOnceWith({ target: player, data: 2 });
});

test('the constructor of a player accepts any truthy target and any options without throwing [H1]', () => {
  const errors = watchErrors();
  const Player = makePlayerClass(hostEnvironment(UNREACHABLE));
  for (const [name, value] of ODD_VALUES) {
    const make = (target: unknown, options: unknown): void => {
      const player = new Player(target, options as PlayerOptions);
      player.playVideo().getVideoEmbedCode();
      player.destroy();
    };
    if (value && name !== 'an element' && name !== 'a proxy that refuses')
      expect(() => make(value, undefined), name).not.toThrow();
    const place = (): Element | null => container('<div></div>').firstElementChild;
    if (name !== 'a proxy that refuses') expect(() => make(place(), value), name).not.toThrow();
    const options = ['videoId', 'host', 'width', 'height', 'title', 'playerVars', 'events', 'geolocation', 'sessionId'];
    for (const option of options) {
      if (name === 'a proxy that refuses' && option !== 'geolocation') continue;
      // A thousand parameters, among them the source text of the page.
      if (name === 'the window' && option === 'playerVars') continue;
      expect(() => make(place(), { [option]: value }), `${option}: ${name}`).not.toThrow();
    }
    expect(() => make(place(), { playerVars: { start: value } }), `playerVars: ${name}`).not.toThrow();
    expect(() => make(place(), { events: { onReady: value } }), `events: ${name}`).not.toThrow();
  }
  expect(errors).toEqual([]);
});

test('a frame that was moved into the placeholder it replaced is removed when its player is destroyed [H1]', () => {
  const place = document.createElement('div');
  const parent = container();
  parent.append(place);
  const player = createHostPlayer(place);
  const frame = player.getIframe();
  parent.append(place);
  if (frame !== undefined) place.append(frame);
  player.destroy();
  expect(frame?.isConnected).toBe(false);
});

test('the promise client rejects arguments that cannot be sent, before and after it is destroyed [H1]', async () => {
  const errors = watchErrors();
  const create = makeCreatePlayer(hostEnvironment());
  const player = await create(embedFrame());
  const calls = ['play', 'pause', 'seek', 'load', 'cue', 'playAt', 'setLoop', 'setVolume', 'setRate', 'setQuality'];
  const call = (name: string, value: unknown): unknown =>
    Reflect.apply(Reflect.get(player, name) as (given: unknown) => unknown, player, [value]);
  const codeOf = (promise: Promise<void>): Promise<unknown> =>
    promise.then(
      () => 'done',
      (error: unknown) => Reflect.get(Object(error), 'code'),
    );
  expect(await codeOf(call('seek', 10n) as Promise<void>)).toBe('invalid');
  expect(await codeOf(call('load', null) as Promise<void>)).toBe('invalid');
  for (const name of calls)
    for (const [, value] of ODD_VALUES) (call(name, value) as Promise<void>).catch(() => undefined);
  player.destroy();
  player.destroy();
  for (const name of calls)
    for (const [word, value] of ODD_VALUES)
      expect(await codeOf(call(name, value) as Promise<void>), `${name}: ${word}`).toMatch(/destroyed|invalid/);
  await expect(create('[[[')).rejects.toThrow();
  await expect(create(embedFrame(), null as never)).resolves.toBeDefined();
  expect(errors).toEqual([]);
});
