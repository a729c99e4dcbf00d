import { expect, test } from 'vitest';
import {
  Connection,
  GREETING_INTERVAL_MS,
  READY_TIMEOUT_MS,
  SILENT_LOAD_MS,
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
  address = undefined as string | undefined,
  subscriptions = [] as string[],
  frameOrigin = ORIGIN,
  sessionId = undefined as string | undefined,
  isAdopted = false,
  isHeldBack = false,
} = {}) {
  const clock = createFakeClock();
  const sent: Sent[] = [];
  const heard: [event: string, info: unknown][] = [];
  let silences = 0;
  let waits = 0;
  const contentWindow = {
    postMessage: (message: string, targetOrigin: string) =>
      void sent.push({ ...(JSON.parse(message) as Sent), targetOrigin }),
    ...(address === undefined ? {} : { location: new URL(address) }),
  };
  const frame = { contentWindow };
  const wireDocument = {
    hears: true,
    isLeaving: false,
    spoke: () => (wireDocument.hears = true),
    loaded: () => (wireDocument.isLeaving = false),
    left: () => (wireDocument.hears = false),
  };
  const connection = new Connection({
    frame: { element: frame, isAdopted, origins: [frameOrigin], isHeldBack },
    document: wireDocument,
    clock,
    id: 1,
    sessionId,
    subscriptions: () => subscriptions,
    onMessage: (event, info) => heard.push([event, info]),
    onSilence: () => (silences += 1),
    onHeldBack: () => (waits += 1),
  });
  connection.start();
  return {
    clock,
    connection,
    wireDocument,
    frame,
    sent,
    heard,
    silences: () => silences,
    waits: () => waits,
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

test('a connection greets at once and at doubling intervals until the frame responds [H1]', async () => {
  const host = connect();
  expect(host.sent).toEqual([{ event: 'listening', id: 1, channel: 'widget', targetOrigin: ORIGIN }]);
  await host.clock.advance(GREETING_INTERVAL_MS * 7);
  expect(host.greetings()).toHaveLength(4);
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  await host.clock.advance(10_000);
  expect(host.greetings()).toHaveLength(4);
  expect(host.clock.pendingCount()).toBe(0);
});

test.each(['about:blank', 'about:srcdoc', 'https://shop.example/consent'])(
  'a connection posts nothing to a frame at %s, which would log a browser warning',
  async (address) => {
    const host = connect({ address });
    await host.clock.advance(1_000);
    expect(host.sent).toEqual([]);
  },
);

test('a connection queues commands until the first message of the frame, and then sends subscriptions first [H1]', () => {
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

test('a frame is greeted at once when it reports that it is ready to listen', () => {
  const host = connect({ address: 'about:blank' });
  Object.assign(host.frame, { contentWindow: { ...host.frame.contentWindow, location: undefined } });
  host.say({ event: 'readyToListen', info: null }, { source: host.frame.contentWindow });
  expect(host.greetings()).toHaveLength(1);
});

test('commands to a frame whose document is leaving wait for the next document, and are sent in order', () => {
  const host = connect();
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  host.connection.command('mute', []);
  host.wireDocument.isLeaving = true;
  host.wireDocument.hears = false;
  host.connection.command('seekTo', [7, true]);
  // The old document may still send messages.
  host.say({ event: 'infoDelivery', info: {}, id: 1 });
  host.connection.command('playVideo', []);
  expect(host.commands()).toEqual([['mute', []]]);
  host.wireDocument.isLeaving = false;
  host.say({ event: 'readyToListen', info: null });
  expect(host.commands()).toEqual([
    ['mute', []],
    ['seekTo', [7, true]],
    ['playVideo', []],
  ]);
});

test('when the frame leaves the page, waiting commands of a caller are dropped, and other commands reach its next document', () => {
  const host = connect();
  host.connection.command('mute', []);
  host.connection.command('playVideo', [], 1);
  host.connection.suspend();
  expect(host.clock.pendingCount()).toBe(0);
  host.say({ event: 'readyToListen', info: null });
  expect(host.commands()).toEqual([['mute', []]]);
});

test('a document that reports its unload gets no more commands', () => {
  const host = connect();
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  host.say({ event: 'unloading', info: null, id: 1 });
  host.connection.command('mute', []);
  expect(host.commands()).toEqual([]);
  host.say({ event: 'readyToListen', info: null });
  expect(host.commands()).toEqual([['mute', []]]);
});

test.each([
  [1, ORIGIN, 0],
  [2, ORIGIN, 1],
  [1, 'https://evil.example', 1],
])('after an unload message without source, for object %d from %s, %d commands are sent', (id, origin, expected) => {
  const host = connect();
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  host.say({ event: 'unloading', info: null, id }, { source: null, origin });
  host.say({ event: 'initialDelivery', info: {}, id: 1 }, { source: null });
  host.connection.command('mute', []);
  expect(host.commands()).toHaveLength(expected);
});

test('a connection waits for a held-back frame without an error, and reports once that it waits', async () => {
  const host = connect({ isHeldBack: true, address: 'about:srcdoc' });
  await host.clock.advance(READY_TIMEOUT_MS - 1);
  expect(host.waits()).toBe(0);
  await host.clock.advance(READY_TIMEOUT_MS);
  host.connection.frameLoaded();
  await host.clock.advance(READY_TIMEOUT_MS * 2);
  expect([host.sent, host.silences(), host.waits(), host.clock.pendingCount()]).toEqual([[], 0, 1, 0]);
});

test('a held-back frame gets commands from its first message on, and then has the ready timeout', async () => {
  const host = connect({ isHeldBack: true });
  host.connection.command('mute', []);
  host.say({ event: 'readyToListen', info: null });
  expect(host.commands()).toEqual([['mute', []]]);
  host.connection.frameLoaded();
  await host.clock.advance(READY_TIMEOUT_MS);
  expect([host.waits(), host.silences()]).toEqual([0, 1]);
});

test('a held-back frame that navigates away from its player is held back again', async () => {
  const host = connect({ isHeldBack: true });
  host.say({ event: 'readyToListen', info: null });
  host.connection.navigate();
  await host.clock.advance(READY_TIMEOUT_MS);
  expect([host.waits(), host.silences()]).toEqual([1, 0]);
});

test.each<[string, unknown, object]>([
  ['another window', { event: 'onReady', info: null }, { source: {} }],
  ['another origin', { event: 'onReady', info: null }, { origin: 'https://evil.example' }],
  ['text that is not JSON', 'hello', {}],
  ['JSON that is no message', '[1]', {}],
  ['an event that is no name', { event: 7 }, {}],
  ['another host object of the same frame', { event: 'onReady', info: null, id: 2 }, {}],
])('a connection ignores a message from or with %s [H2]', (_, message, event) => {
  const host = connect();
  host.say(message, event);
  expect(host.heard).toEqual([]);
});

test('a document reports onReady once; after a reload the next document reports it again and gets the subscriptions', () => {
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

test('a frame that never responds is reported once, after the ready timeout', async () => {
  const host = connect();
  await host.clock.advance(READY_TIMEOUT_MS);
  expect(host.silences()).toBe(1);
  expect(host.clock.pendingCount()).toBe(0);
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  expect(host.heard).toEqual([['initialDelivery', {}]]);
});

test('a connection posts without a target origin only to a frame without an origin, in a sandbox [H7]', () => {
  const host = connect({ frameOrigin: 'null' });
  expect(host.sent.map(({ targetOrigin }) => targetOrigin)).toEqual(['*']);
  host.say({ event: 'onReady', info: null, id: 1 });
  expect(host.heard).toEqual([['onReady', null]]);
});

test('a connection sends the id of an enforced session with every message [H3]', () => {
  const host = connect({ sessionId: 's1' });
  host.say({ event: 'initialDelivery', info: {}, id: 1 });
  host.connection.command('playVideo', []);
  expect(host.sent.map((message) => (message as { sessionId?: string }).sessionId)).toEqual(['s1', 's1']);
});

test('a frame that loads and sends no message is soon reported as silent', async () => {
  const host = connect();
  host.connection.frameLoaded();
  await host.clock.advance(SILENT_LOAD_MS - 1);
  expect(host.silences()).toBe(0);
  await host.clock.advance(1);
  expect(host.silences()).toBe(1);
});

test('an adopted frame has the whole ready timeout, because its first message may have arrived earlier', async () => {
  const host = connect({ isAdopted: true });
  host.connection.frameLoaded();
  await host.clock.advance(READY_TIMEOUT_MS - 1);
  expect(host.silences()).toBe(0);
  await host.clock.advance(1);
  expect(host.silences()).toBe(1);
});

test('a frame that has sent a message is not reported at its first load, and a silent next load is reported', async () => {
  const host = connect();
  host.say({ event: 'readyToListen', info: null });
  host.connection.frameLoaded();
  await host.clock.advance(SILENT_LOAD_MS * 2);
  expect(host.silences()).toBe(0);
  host.connection.frameLoaded();
  await host.clock.advance(SILENT_LOAD_MS);
  expect(host.silences()).toBe(1);
});

test('a command longer than a player accepts is refused and not sent', () => {
  const { connection, sent } = connect();
  connection.start();
  const list = Array.from({ length: 6_000 }, () => 'orieldemo01');
  expect(connection.command('loadPlaylist', [list.join()])).toBe(false);
  expect(connection.command('loadPlaylist', [list.slice(0, 1_000).join()])).toBe(true);
  expect(sent.filter(({ func }) => func === 'loadPlaylist')).toEqual([]);
});
