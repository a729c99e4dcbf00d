import { expect, test } from 'vitest';
import { findThreads } from '../../profile/trace/find-threads.ts';
import { sessionOf } from '../../profile/trace/milestones.ts';
import { requestsOf } from '../../profile/trace/network.ts';
import { measuresOf } from '../../profile/trace/user-timing.ts';
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

test('the player’s thread is found by the address of its frame, and workers by their script files', () => {
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

test('a frame without a process id in the trace is found by its commit event', () => {
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

test('a frame whose process gets its id later is found in that process', () => {
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

test('performance measures are read for the thread that wrote them, with track and properties', () => {
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

test('time stamps with a track are read as measures with the times in their data', () => {
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

test('steps and milestones are read from the marks of host page and player, on one clock', () => {
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

test('requests have the thread that sent them and their path, without origin and query', () => {
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
