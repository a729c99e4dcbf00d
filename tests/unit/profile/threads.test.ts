import { expect, test } from 'vitest';
import { findThreads } from '../../profile/trace/find-threads.ts';
import { sessionOf } from '../../profile/trace/milestones.ts';
import { requestsOf } from '../../profile/trace/network.ts';
import { blockedMsOf, cpuMsOf, longestMsOf, tasksOf } from '../../profile/trace/thread-time.ts';
import { marksOf, measuresOf } from '../../profile/trace/user-timing.ts';
import { parseTrace } from '../../profile/trace/trace-event.ts';
import {
  BEGINNING,
  HOST,
  INFRASTRUCTURE,
  isPlayer,
  mark,
  MEDIA,
  measure,
  PLAYER,
  task,
  traceOf,
  type Event,
} from './trace-builder.ts';

const ALL = { fromUs: 0, toUs: 1_000_000 };

test('the player is found by the address of its frame, and workers by their files, whatever their threads are called', () => {
  const { player, all } = findThreads(traceOf(), isPlayer);

  expect(player).toMatchObject({ ...PLAYER, id: 'player-main' });
  expect(all.map(({ id, tid }) => [id, tid])).toEqual([
    ['host-main', HOST.tid],
    ['player-main', PLAYER.tid],
    ['infrastructure-worker', INFRASTRUCTURE.tid],
    ['media-worker', MEDIA.tid],
    ['compositor', 24],
  ]);
});

test('a worker that was replaced gets a separate lane', () => {
  const again = {
    ...BEGINNING.at(-1),
    tid: 30,
    args: { data: { url: 'http://127.0.0.1:9/assets/media.worker-Cd34.js', workerThreadId: 30 } },
  };
  const { all } = findThreads(traceOf(again), isPlayer);

  expect(all.filter(({ kind }) => kind === 'worker').map(({ id, title }) => [id, title])).toContainEqual([
    'media-worker-2',
    'Media worker (oriel-media) 2',
  ]);
});

test('a frame whose process the browser left out is found where it was committed', () => {
  const url = 'http://127.0.0.1:9/embed/orieldemo01?profile=1';
  const untold = BEGINNING.map((event) =>
    event['name'] === 'FrameCommittedInBrowser'
      ? { ...event, args: { data: { frame: 'F', url, parent: 'HOSTFRAME' } } }
      : event,
  );
  const commit = { ...PLAYER, ph: 'X', name: 'CommitLoad', cat: 'devtools.timeline', ts: 2, dur: 1 };
  const { player } = findThreads(
    parseTrace(
      JSON.stringify({
        traceEvents: [
          ...untold,
          { ...commit, ...HOST, args: { data: { frame: 'F', url: 'about:blank' } } },
          { ...commit, args: { data: { frame: 'F', url } } },
        ],
      }),
    ),
    isPlayer,
  );

  expect(player).toMatchObject(PLAYER);
  expect(() => findThreads(parseTrace(JSON.stringify({ traceEvents: untold })), isPlayer)).toThrow('no main thread');
});

test('a frame whose process got its number later is found in it', () => {
  const later = BEGINNING.map((event) =>
    event['name'] === 'FrameCommittedInBrowser'
      ? {
          ...event,
          args: { data: { frame: 'F', url: 'http://127.0.0.1:9/embed/x', processPseudoId: 'p1', parent: 'HOSTFRAME' } },
        }
      : event,
  );
  const ready = {
    pid: 1,
    tid: 1,
    ph: 'I',
    name: 'ProcessReadyInBrowser',
    ts: 3,
    args: { data: { processPseudoId: 'p1', processId: 20 } },
  };
  const trace = parseTrace(JSON.stringify([...later, ready]));

  expect(findThreads(trace, isPlayer).player.pid).toBe(20);
});

test('a trace without the player is refused with what is missing', () => {
  expect(() => findThreads(traceOf(), () => false)).toThrow('no frame with the player');
});

test('thread time counts what a thread ran, once, and within the session', () => {
  const { events } = traceOf(
    task(PLAYER, 100, 80_000, 70_000),
    /** A loop inside the task before. */
    task(PLAYER, 200, 1_000),
    task(PLAYER, 100_000, 10_000, 4_000),
    task(INFRASTRUCTURE, 100, 500_000),
    task(PLAYER, 2_000_000, 50_000),
  );
  const tasks = tasksOf(events, PLAYER, ALL);

  expect(cpuMsOf(tasks)).toBe(74);
  expect(blockedMsOf(tasks)).toBe(20);
  expect(longestMsOf(tasks)).toBe(70);
});

test('measures are read on the thread that wrote them, with their track and properties', () => {
  const devtools = {
    track: 'oriel-infrastructure',
    trackGroup: 'Oriel',
    properties: [
      ['call', 'ff'],
      ['bytes (body)', 12],
    ],
  };
  const { events } = traceOf(
    ...measure(INFRASTRUCTURE, 'infrastructure.flush', 10, 5, { devtools }),
    ...measure(INFRASTRUCTURE, 'plain:thing', 20, 7),
    ...measure(PLAYER, 'elsewhere', 30, 1),
  );

  expect(measuresOf(events, INFRASTRUCTURE, ALL)).toEqual([
    {
      name: 'infrastructure.flush',
      startUs: 10,
      durationUs: 5,
      track: 'oriel-infrastructure',
      properties: { call: 'ff', 'bytes (body)': '12' },
    },
    { name: 'plain:thing', startUs: 20, durationUs: 7, track: 'plain', properties: {} },
  ]);
});

test('time stamps with a track are measures, at the times that they state', () => {
  const stamp = (ts: number, data: object): Event => ({
    ...INFRASTRUCTURE,
    ph: 'I',
    name: 'TimeStamp',
    cat: 'devtools.timeline',
    ts,
    args: { data },
  });
  const { events } = traceOf(
    stamp(900, { name: 'infrastructure.flush', start: 10, end: 15, track: 'a', devtools: '{"call":"ff","bytes":12}' }),
    stamp(901, { name: 'plain', start: 20, end: 27, track: 'a' }),
    stamp(902, { name: 'without a track', message: 'without a track' }),
  );
  expect(measuresOf(events, INFRASTRUCTURE, ALL)).toEqual([
    { name: 'infrastructure.flush', startUs: 10, durationUs: 5, track: 'a', properties: { call: 'ff', bytes: '12' } },
    { name: 'plain', startUs: 20, durationUs: 7, track: 'a', properties: {} },
  ]);
});

test('a measure that never ends, and details of another form, are no error', () => {
  const [begin] = measure(PLAYER, 'open', 10, 5);
  const odd = measure(PLAYER, 'odd', 20, 1, { devtools: 'text' });
  const { events } = traceOf(begin ?? {}, ...odd);

  expect(measuresOf(events, PLAYER, ALL).map(({ name, track }) => [name, track])).toEqual([['odd', 'User timing']]);
});

test('steps and milestones come from the marks of both pages, on one clock', () => {
  const trace = traceOf(
    mark(HOST, 'oriel-profile:step:start', 1_000),
    mark(HOST, 'oriel-profile:playable', 301_000),
    mark(HOST, 'oriel-profile:step:play', 401_000),
    mark(PLAYER, 'oriel-profile:first-frame', 551_000),
    mark(HOST, 'oriel-profile:end', 901_000),
    task(PLAYER, 950_000, 10),
  );
  const session = sessionOf(trace, findThreads(trace, isPlayer));

  expect(session).toMatchObject({
    playableMs: 300,
    firstFrameMs: 150,
    shellMs: null,
    stretch: { fromUs: 1_000, toUs: 901_000 },
  });
  expect(session.steps).toEqual([
    { name: 'start', stretch: { fromUs: 1_000, toUs: 401_000 } },
    { name: 'play', stretch: { fromUs: 401_000, toUs: 901_000 } },
  ]);
  expect(session.milestones).toContainEqual({ title: 'first frame', atUs: 550_000, kind: 'milestone' });
});

test('the first of several marks with one name counts', () => {
  const { events } = traceOf(mark(PLAYER, 'a', 5), mark(PLAYER, 'a', 9));
  expect(marksOf(events, PLAYER).get('a')).toBe(5);
});

const networkEvent = (name: string, ts: number, data: object) => ({
  ...MEDIA,
  ph: 'I',
  name,
  cat: 'devtools.timeline',
  ts,
  args: { data },
});
const requestsBetween = (...events: readonly Event[]) => {
  const trace = traceOf(...events);
  return requestsOf(trace.events, findThreads(trace, isPlayer).all, { fromUs: 50, toUs: 20_000 });
};

test('requests name the thread that sent them, and no address', () => {
  const requests = requestsBetween(
    networkEvent('ResourceSendRequest', 100, { requestId: '7', url: 'http://127.0.0.1:9/media/a.m4s?token=1' }),
    networkEvent('ResourceReceiveResponse', 300, { requestId: '7' }),
    networkEvent('ResourceFinish', 900, { requestId: '7', encodedDataLength: 4_096 }),
  );
  expect(requests).toEqual([
    {
      path: '/media/a.m4s',
      lane: 'media-worker',
      startUs: 50,
      connectUs: null,
      sentUs: null,
      responseUs: 250,
      receivedUs: null,
      endUs: 850,
      bytes: 4_096,
    },
  ]);
});

test('phases of a request are those of the network, on the clock of the session', () => {
  const timing = { requestTime: 0.001, dnsStart: -1, connectStart: 0.5, sendStart: 2, receiveHeadersEnd: 5 };
  const [request] = requestsBetween(
    networkEvent('ResourceSendRequest', 500, { requestId: '7', url: 'http://127.0.0.1:9/a.m4s' }),
    networkEvent('ResourceReceiveResponse', 7_000, { requestId: '7', timing }),
    networkEvent('ResourceFinish', 9_000, { requestId: '7' }),
  );
  expect(request).toMatchObject({ startUs: 450, connectUs: 1_450, sentUs: 2_950, responseUs: 5_950, endUs: 8_950 });
});

test('a response that its thread notices late ends when the network had it, and a document begins before its thread', () => {
  const timing = { requestTime: 0.0002, dnsStart: -1, connectStart: -1, sendStart: 0.1, receiveHeadersEnd: 2 };
  const [request] = requestsBetween(
    networkEvent('ResourceSendRequest', 3_000, { requestId: '7', url: 'http://127.0.0.1:9/embed/demo' }),
    networkEvent('ResourceReceiveResponse', 3_100, { requestId: '7', timing }),
    networkEvent('ResourceFinish', 9_000, { requestId: '7', finishTime: 0.0025 }),
  );
  expect(request).toMatchObject({ startUs: 150, sentUs: 250, responseUs: 2_150, receivedUs: 2_450, endUs: 8_950 });
});
