import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { DELIVERY_INTERVAL_MS } from '../../../../protocol/constants.ts';
import { fail } from '../../../../protocol/runtime/outcome.ts';
import { createFakePlayer } from '../../../support/fake-player.ts';
import {
  HOST_ORIGIN,
  PAGE_ADDRESS,
  startBridge,
  type BridgeHarness,
  type HarnessOptions,
} from '../../../support/bridge-harness.ts';

/** A host that speaks player.js 0.1 (Embedly) to the bridge. */
function speak(options: HarnessOptions = {}) {
  const harness = startBridge(options);
  return {
    ...harness,
    /** Sends a message, and waits for the chunk and for the effects of the message. */
    async say(method: unknown, more: object = {}): Promise<void> {
      harness.send({ context: 'player.js', version: '0.0.11', method, ...more });
      await settle();
    },
    said: () => saidBy(harness),
  };
}

const settle = async (): Promise<void> => {
  await import('../../../../src/page/bridge/player-js/player-js-hosts.ts');
  await new Promise((done) => setTimeout(done, 0));
};

/** Messages that the frame has posted, without the fields that are equal in all of them. */
function saidBy({ posted }: BridgeHarness): unknown[] {
  return posted.map((message) => {
    const { context, version, targetOrigin, ...rest } = message as unknown as Record<string, unknown>;
    expect([context, version, targetOrigin]).toEqual(['player.js', '0.0.11', HOST_ORIGIN]);
    return rest;
  });
}

test.each([
  ['play', undefined, 'playVideo', []],
  ['pause', undefined, 'pauseVideo', []],
  ['mute', undefined, 'mute', []],
  ['unmute', undefined, 'unMute', []],
  ['setVolume', 40, 'setVolume', [40]],
  ['setCurrentTime', 12.5, 'seekTo', [12.5, true]],
  ['setLoop', true, 'setLoop', [true]],
])('%s %s runs %s', async (method, value, name, args) => {
  const { say, player, said } = speak();
  await say(method, { value });
  expect(player.executed.map(({ command }) => command)).toEqual([{ name, arguments: args }]);
  expect(said()).toEqual([]);
});

test('the response to a read has the method and the listener id of the request', async () => {
  const { say, player, said } = speak();
  player.set({
    volume: 30,
    muted: true,
    durationSeconds: 28,
    state: PLAYER_STATE.playing,
    position: { seconds: 5, atMs: 0, rate: 0 },
  });
  for (const method of ['getVolume', 'getMuted', 'getDuration', 'getPaused', 'getCurrentTime', 'getLoop'])
    await say(method, { listener: `of ${method}` });
  expect(said()).toEqual([
    { event: 'getVolume', value: 30, listener: 'of getVolume' },
    { event: 'getMuted', value: true, listener: 'of getMuted' },
    { event: 'getDuration', value: 28, listener: 'of getDuration' },
    { event: 'getPaused', value: false, listener: 'of getPaused' },
    { event: 'getCurrentTime', value: 5, listener: 'of getCurrentTime' },
    { event: 'getLoop', value: false, listener: 'of getLoop' },
  ]);
});

test('before the player knows its video, reads wait and commands are kept; both are served in order [P7]', async () => {
  const { say, player, said } = speak({ player: createFakePlayer() });
  await say('addEventListener', { value: 'ready', listener: '1' });
  await say('getDuration', { listener: '2' });
  await say('play');
  expect([said(), player.executed]).toEqual([[], []]);
  player.set({ durationSeconds: 28 });
  player.becomeReady();
  await settle();
  expect(said()).toEqual([
    {
      event: 'ready',
      value: { src: PAGE_ADDRESS, events: expect.any(Array), methods: expect.any(Array) },
      listener: '1',
    },
    { event: 'getDuration', value: 28, listener: '2' },
  ]);
  expect(player.executed).toHaveLength(1);
});

test('each listener gets its events, until it is removed', async () => {
  const { say, player, said, forget } = speak();
  for (const listener of ['a', 'b']) await say('addEventListener', { value: 'play', listener });
  await say('addEventListener', { value: 'pause' });
  player.emit('onStateChange', PLAYER_STATE.playing);
  expect(said()).toEqual([
    { event: 'play', listener: 'a' },
    { event: 'play', listener: 'b' },
  ]);
  forget();
  await say('removeEventListener', { value: 'play', listener: 'a' });
  player.emit('onStateChange', PLAYER_STATE.playing);
  player.emit('onStateChange', PLAYER_STATE.paused);
  expect(said()).toEqual([{ event: 'play', listener: 'b' }, { event: 'pause' }]);
});

test('timeupdate is sent four times a second during playback, and no timer runs without a listener or while paused', async () => {
  const { say, player, said, clock } = speak();
  player.set({ state: PLAYER_STATE.playing, durationSeconds: 28, position: { seconds: 5, atMs: 0, rate: 1 } });
  await clock.advance(1_000);
  expect(clock.pendingCount()).toBe(0);
  await say('addEventListener', { value: 'timeupdate', listener: 't' });
  await clock.advance(2 * DELIVERY_INTERVAL_MS);
  expect(said()).toEqual([
    { event: 'timeupdate', value: { seconds: 6.25, duration: 28 }, listener: 't' },
    { event: 'timeupdate', value: { seconds: 6.5, duration: 28 }, listener: 't' },
  ]);
  player.set({ state: PLAYER_STATE.paused });
  await clock.advance(DELIVERY_INTERVAL_MS);
  expect(clock.pendingCount()).toBe(0);
});

test.each([
  ['explode', undefined, 2, 'Invalid Method "explode"'],
  ['toString', undefined, 2, 'Invalid Method "toString"'],
  ['setVolume', 'loud', 3, expect.stringContaining('setVolume')],
  ['setCurrentTime', { seconds: 5 }, 3, expect.stringContaining('seekTo')],
])('the message %s with the value %s changes nothing and causes an error event', async (method, value, code, msg) => {
  const { say, player, said } = speak();
  await say('addEventListener', { value: 'error', listener: 'e' });
  await say(method, { value });
  expect(said()).toEqual([{ event: 'error', value: { code, msg }, listener: 'e' }]);
  expect(player.executed).toEqual([]);
});

test.each([
  ['', 'there is no such video'],
  ['Gone since May', 'Gone since May'],
])('a playback error with the title "%s" is sent with the message "%s"', async (title, msg) => {
  const { say, player, said } = speak();
  await say('addEventListener', { value: 'error', listener: 'e' });
  player.set({ error: { code: 'video.notfound', title, advice: '', retryable: false } });
  player.emit('onError', 100);
  await settle();
  expect(said()).toEqual([{ event: 'error', value: { code: 100, msg }, listener: 'e' }]);
});

test('a command that the player refuses, at once or when it becomes ready, causes an error event', async () => {
  const player = createFakePlayer();
  player.response = () => fail('api.invalidparam', 'not now');
  const { say, said } = speak({ player });
  await say('addEventListener', { value: 'error', listener: 'e' });
  await say('play');
  expect(said()).toEqual([]);
  player.becomeReady();
  await say('setCurrentTime', { value: 5 });
  const refused = { event: 'error', value: { code: 3, msg: 'not now' }, listener: 'e' };
  expect(said()).toEqual([refused, refused]);
});

test.each([
  ['a number for a method', { method: 7 }],
  ['no method', {}],
  ['an unknown event', { method: 'addEventListener', value: 'constructor' }],
  ['a listener that is an object', { method: 'getVolume', listener: {} }],
])('a player.js message with %s is ignored', async (_, message) => {
  const { send, posted, reported } = startBridge();
  send({ context: 'player.js', ...message });
  await settle();
  expect([posted, reported]).toEqual([[], []]);
});

test('a player.js message is ignored from another window or origin, without enablejsapi=1, and with an enforced session [H2, H3]', async () => {
  const message = { context: 'player.js', method: 'play' };
  const open = startBridge();
  open.send(message, { origin: 'https://other.example' });
  open.send(message, { source: {} });
  const closed = startBridge({ parameters: { enablejsapi: false } });
  closed.send(message);
  const enforced = startBridge({ session: { id: 'secret', enforce: true } });
  enforced.send(message);
  await settle();
  expect([open, closed, enforced].flatMap(({ player }) => player.executed)).toEqual([]);
});

test('at most 32 listeners of one event are kept', async () => {
  const { say, player, said } = speak();
  for (let index = 0; index < 40; index += 1) await say('addEventListener', { value: 'ended', listener: index });
  player.emit('onStateChange', PLAYER_STATE.ended);
  expect(said()).toHaveLength(32);
});

test('queued player.js commands are bounded by the same memory limit, and each refused command causes an error event [P7]', async () => {
  const { say, player, said } = speak({ player: createFakePlayer() });
  await say('addEventListener', { value: 'error', listener: 'e' });
  const value = 'x'.repeat(60_000);
  for (let index = 0; index < 80; index += 1) await say('play', { value });
  expect(said().at(-1)).toEqual({ event: 'error', value: { code: 3, msg: 'too many commands' }, listener: 'e' });
  player.becomeReady();
  expect(player.executed.length).toBeLessThan(80);
});
