import { parseTrace, type Trace } from '../../profile/trace/trace-event.ts';

/** Process and thread ids of a fake browser: host page and player in separate processes, and two workers of the player. */
export const HOST = { pid: 10, tid: 11 };
export const PLAYER = { pid: 20, tid: 21 };
export const INFRASTRUCTURE = { pid: 20, tid: 22 };
export const MEDIA = { pid: 20, tid: 23 };
export const FRAME = 'PLAYERFRAME';
const PLAYER_URL = 'http://127.0.0.1:9/embed/orieldemo01?enablejsapi=1';

export type Event = Readonly<Record<string, unknown>>;
type Thread = typeof HOST;

const threadName = (thread: Thread, name: string): Event => ({
  ...thread,
  ph: 'M',
  name: 'thread_name',
  cat: '__metadata',
  ts: 0,
  args: { name },
});

const workerStart = (thread: Thread, file: string): Event => ({
  ...thread,
  ph: 'I',
  name: 'TracingSessionIdForWorker',
  cat: 'disabled-by-default-devtools.timeline',
  ts: 1,
  args: {
    data: { url: `http://127.0.0.1:9/assets/${file}`, workerThreadId: thread.tid, workerId: file, frame: FRAME },
  },
});

/** Events that every recording has: frames, thread names and the scripts of workers. */
export const BEGINNING: readonly Event[] = [
  threadName(HOST, 'CrRendererMain'),
  threadName(PLAYER, 'CrRendererMain'),
  threadName(INFRASTRUCTURE, 'DedicatedWorker thread'),
  threadName(MEDIA, 'DedicatedWorker thread'),
  threadName({ pid: 20, tid: 24 }, 'Compositor'),
  {
    pid: 1,
    tid: 1,
    ph: 'I',
    name: 'TracingStartedInBrowser',
    cat: 'disabled-by-default-devtools.timeline',
    ts: 1,
    args: {
      data: {
        frameTreeNodeId: 1,
        persistentIds: true,
        frames: [
          {
            frame: 'HOSTFRAME',
            url: 'http://localhost:8/',
            processId: 10,
            isOutermostMainFrame: true,
            isInPrimaryMainFrame: true,
            name: '',
          },
          {
            frame: FRAME,
            url: 'http://127.0.0.1:9/frame-of-the-player',
            processId: 20,
            parent: 'HOSTFRAME',
            isOutermostMainFrame: false,
            isInPrimaryMainFrame: false,
            name: '',
          },
        ],
      },
    },
  },
  {
    pid: 1,
    tid: 1,
    ph: 'I',
    name: 'FrameCommittedInBrowser',
    cat: 'disabled-by-default-devtools.timeline',
    ts: 2,
    args: { data: { frame: FRAME, url: PLAYER_URL, processId: 20, parent: 'HOSTFRAME', name: '' } },
  },
  workerStart(INFRASTRUCTURE, 'infrastructure.worker-Ab12.js'),
  workerStart(MEDIA, 'media.worker-Cd34.js'),
];

/** A task of a thread that ran for `cpuUs`. */
export function task(thread: Thread, ts: number, dur: number, cpuUs = dur): Event {
  return { ...thread, ph: 'X', name: 'ThreadControllerImpl::RunTask', cat: 'toplevel', ts, dur, tdur: cpuUs, args: {} };
}

export function span(thread: Thread, name: string, ts: number, dur: number, cpuUs = dur): Event {
  return { ...thread, ph: 'X', name, cat: 'devtools.timeline', ts, dur, tdur: cpuUs, args: {} };
}

export function mark(thread: Thread, name: string, ts: number): Event {
  return { ...thread, ph: 'I', s: 't', name, cat: 'blink.user_timing', ts, args: {} };
}

export function measure(thread: Thread, name: string, ts: number, dur: number, detail?: object): Event[] {
  const both = { ...thread, name, cat: 'blink.user_timing', id2: { local: `0x${ts}` } };
  const args = detail === undefined ? {} : { detail: JSON.stringify(detail) };
  return [
    { ...both, ph: 'b', ts, args },
    { ...both, ph: 'e', ts: ts + dur, args: {} },
  ];
}

/** An Event Timing entry from times of the trace: input, start and end of handlers, frame. Its data are in milliseconds of the page. */
export function eventTiming(
  thread: Thread,
  type: string,
  interactionId: number,
  [startUs, handlersFromUs, handlersToUs, endUs]: readonly [number, number, number, number],
): Event[] {
  const pageMs = (us: number): number => (us - 500) / 1_000;
  const data = {
    type,
    interactionId,
    frame: FRAME,
    timeStamp: pageMs(startUs),
    processingStart: pageMs(handlersFromUs),
    processingEnd: pageMs(handlersToUs),
  };
  const both = { ...thread, name: 'EventTiming', cat: 'devtools.timeline', id2: { local: `0x${type}${startUs}` } };
  return [
    { ...both, ph: 'b', ts: startUs, args: { data } },
    { ...both, ph: 'e', ts: endUs, args: {} },
  ];
}

export interface ProfileNodeInput {
  readonly id: number;
  readonly parent?: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url?: string;
    readonly scriptId?: number;
    readonly lineNumber?: number;
    readonly columnNumber?: number;
  };
}

/** A sampled profile of a thread: as with V8, its first event is on that thread and its samples are on another thread. */
export function profile(
  thread: Thread,
  id: string,
  startUs: number,
  nodes: readonly ProfileNodeInput[],
  samples: readonly (readonly [node: number, afterUs: number])[],
): Event[] {
  const cat = 'disabled-by-default-v8.cpu_profiler';
  return [
    { ...thread, ph: 'P', name: 'Profile', cat, id, ts: startUs, args: { data: { startTime: startUs } } },
    {
      pid: thread.pid,
      tid: 99,
      ph: 'P',
      name: 'ProfileChunk',
      cat,
      id,
      ts: startUs + 1,
      args: {
        data: {
          cpuProfile: { nodes, samples: samples.map(([node]) => node) },
          timeDeltas: samples.map(([, afterUs]) => afterUs),
        },
      },
    },
  ];
}

export const isPlayer = (url: string): boolean => url.includes('/embed/');

export function traceOf(...events: readonly Event[]): Trace {
  return parseTrace(JSON.stringify({ traceEvents: [...BEGINNING, ...events] }));
}
