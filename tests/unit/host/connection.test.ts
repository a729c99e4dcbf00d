import { expect, test } from 'vitest';
import {
  Connection,
  GREETING_INTERVAL_MS,
  READY_TIMEOUT_MS,
  SILENT_LOAD_MS,
  type WireFrame,
} from '../../../src/host/wire/connection.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const ORIGIN = 'https://player.example';

interface Sent {
  readonly event: string;
  readonly func?: string;
  readonly args?: unknown;
  readonly targetOrigin: string;
}

function connect({
  isConnected = true,
  href = undefined as string | undefined,
  subscriptions = [] as string[],
  frameOrigin = ORIGIN,
  sessionId = undefined as string | undefined,
} = {}) {
  const clock = createFakeClock();
  const sent: Sent[] = [];
  const heard: [event: string, info: unknown][] = [];
  let silences = 0;
  const contentWindow = {
    postMessage: (message: string, targetOrigin: string) =>
      void sent.push({ ...(JSON.parse(message) as Sent), targetOrigin }),
    ...(href === undefined ? {} : { location: { href } }),
  };
  const frame = { isConnected, contentWindow } as unknown as WireFrame & { isConnected: boolean };
  const connection = new Connection({
    frame,
    frameOrigin: () => frameOrigin,
    clock,
    id: 1,
    sessionId,
    subscriptions: () => subscriptions,
    onMessage: (event, info) => heard.push([event, info]),
    onSilence: () => (silences += 1),
  });
  connection.start();
  return {
    clock,
    connection,
    frame,
    sent,
    heard,
    silences: () => silences,
    greetings: () => sent.filter(({ event }) => event === 'listening'),
    commands: () => sent.filter(({ event }) => event === 'command').map(({ func, args }) => [func, args]),
    say: (message: unknown, event: object = {}) =>
      connection.receive({
        data: typeof message === 'string' ? message : JSON.stringify(message),
        origin: frameOrigin,
        source: contentWindow,
        ...event,
      }),
  };
}

test('it greets at once and every 250 ms until the frame has answered [H1]', async () => {
  const host = connect();
  expect(host.sent).toEqual([{ event: 'listening', id: 1, channel: 'widget', targetOrigin: ORIGIN }]);
  await host.clock.advance(GREETING_INTERVAL_MS * 3);
  expect(host.greetings()).toHaveLength(4);
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  await host.clock.advance(10_000);
  expect(host.greetings()).toHaveLength(4);
  expect(host.clock.pendingCount()).toBe(0);
});

test('a frame that is still empty is not spoken to: the browser would complain', async () => {
  const host = connect({ href: 'about:blank' });
  await host.clock.advance(1_000);
  expect(host.sent).toEqual([]);
});

test('commands wait for the first word of the frame; subscriptions go first, then the rest in order [H1]', () => {
  const host = connect({ subscriptions: ['onReady', 'onStateChange'] });
  host.connection.command('mute', []);
  host.connection.command('seekTo', [7, true]);
  expect(host.commands()).toEqual([]);
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  host.connection.command('playVideo', []);
  expect(host.commands()).toEqual([
    ['addEventListener', ['onReady']],
    ['addEventListener', ['onStateChange']],
    ['mute', []],
    ['seekTo', [7, true]],
    ['playVideo', []],
  ]);
});

test('a frame that says it is ready to listen is greeted at once', () => {
  const host = connect({ href: 'about:blank' });
  Object.assign(host.frame, { contentWindow: { ...host.frame.contentWindow, location: undefined } });
  host.say({ event: 'readyToListen', info: null }, { source: host.frame.contentWindow });
  expect(host.greetings()).toHaveLength(1);
});

test.each<[string, unknown, object]>([
  ['another window', { event: 'onReady', info: null }, { source: {} }],
  ['another origin', { event: 'onReady', info: null }, { origin: 'https://evil.example' }],
  ['no JSON', 'hello', {}],
  ['JSON that is no message', '[1]', {}],
  ['an event that is no name', { event: 7 }, {}],
  ['another host object of the same frame', { event: 'onReady', info: null, id: 2 }, {}],
])('a message from or with %s passes by [H2]', (_, message, event) => {
  const host = connect();
  host.say(message, event);
  expect(host.heard).toEqual([]);
});

test('one document is ready once; after a reload the next one is, and hears of the subscriptions', () => {
  const host = connect({ subscriptions: ['onStateChange'] });
  const greet = () => {
    host.say({ event: 'initialDelivery', info: {}, id: 1 });
    host.say({ event: 'onReady', info: null, id: 1 });
  };
  greet();
  host.say({ event: 'onReady', info: null, id: 1 });
  expect(host.heard.filter(([event]) => event === 'onReady')).toHaveLength(1);
  host.connection.start();
  greet();
  expect(host.heard.filter(([event]) => event === 'onReady')).toHaveLength(2);
  expect(host.commands()).toEqual([
    ['addEventListener', ['onStateChange']],
    ['addEventListener', ['onStateChange']],
  ]);
});

test('a frame that knows us already ends the greeting without news', async () => {
  const host = connect();
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  host.connection.start();
  host.say({ event: 'alreadyInitialized', info: null, id: 1 });
  expect(host.heard).toEqual([['initialDelivery', {}]]);
  expect(host.clock.pendingCount()).toBe(0);
});

test('a frame that never answers is given up, and said so once', async () => {
  const host = connect();
  await host.clock.advance(READY_TIMEOUT_MS);
  expect(host.silences()).toBe(1);
  expect(host.clock.pendingCount()).toBe(0);
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  expect(host.heard).toEqual([['initialDelivery', {}]]);
});

test('a frame that was taken out of the page leaves no timer', async () => {
  const host = connect();
  host.frame.isConnected = false;
  await host.clock.advance(GREETING_INTERVAL_MS);
  expect(host.clock.pendingCount()).toBe(0);
});

test('only a frame without an origin, in a sandbox, is spoken to without one [H7]', () => {
  const host = connect({ frameOrigin: 'null' });
  expect(host.sent.map(({ targetOrigin }) => targetOrigin)).toEqual(['*']);
  host.say({ event: 'onReady', info: null, id: 1 });
  expect(host.heard).toEqual([['onReady', null]]);
});

test('an enforced session travels with every message [H3]', () => {
  const host = connect({ sessionId: 's1' });
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  host.connection.command('playVideo', []);
  expect(host.sent.map((message) => (message as { sessionId?: string }).sessionId)).toEqual(['s1', 's1']);
});

test('a page that has loaded and says nothing is none of ours', async () => {
  const host = connect();
  host.connection.frameLoaded();
  await host.clock.advance(SILENT_LOAD_MS - 1);
  expect(host.silences()).toBe(0);
  await host.clock.advance(1);
  expect(host.silences()).toBe(1);
});

test('a page that has spoken has the whole time to become ready, at each load anew', async () => {
  const host = connect();
  host.say({ event: 'readyToListen', info: null });
  host.connection.frameLoaded();
  await host.clock.advance(SILENT_LOAD_MS * 2);
  expect(host.silences()).toBe(0);
  host.connection.frameLoaded();
  await host.clock.advance(SILENT_LOAD_MS);
  expect(host.silences()).toBe(1);
});
