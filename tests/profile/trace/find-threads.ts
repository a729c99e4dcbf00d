import * as z from 'zod';
import { LANE_NAMES } from '../../../protocol/threads/lane-names.ts';
import { SPHERE_WORKER } from '../../../protocol/threads/worker-names.ts';
import type { Lane } from '../../../src/profile/report/schema/timeline.ts';
import { readArgs, type ThreadId, type Trace, type TraceEvent } from './trace-event.ts';

/** A thread that has a lane in the report. */
export interface Thread extends ThreadId {
  readonly id: string;
  readonly title: string;
  readonly kind: Lane['kind'];
}

export interface Threads {
  readonly player: Thread;
  /** Identifier of the player's frame; events of the page carry it. */
  readonly frame: string;
  /** In the order of the lanes. */
  readonly all: readonly Thread[];
}

const RENDERER_MAIN = 'CrRendererMain';
const Frame = z.object({
  frame: z.string(),
  url: z.string(),
  parent: z.string().optional(),
  processId: z.number().optional(),
  processPseudoId: z.string().optional(),
});
type Frame = z.infer<typeof Frame>;

const StartedArgs = z.object({ data: z.object({ frames: z.array(Frame) }) });
const FrameArgs = z.object({ data: Frame });
const ReadyArgs = z.object({ data: z.object({ processPseudoId: z.string(), processId: z.number() }) });
const CommitArgs = z.object({ data: z.object({ frame: z.string(), url: z.string() }) });
const WorkerArgs = z.object({ data: z.object({ url: z.string(), workerThreadId: z.number() }) });
const NameArgs = z.object({ name: z.string() });

/** File names of the built workers, without their hash. A file may have several threads, one after another. */
const WORKERS: readonly { readonly file: RegExp; readonly id: string; readonly title: string }[] = [
  {
    file: /infrastructure\.worker/,
    id: 'infrastructure-worker',
    title: `Infrastructure worker (${LANE_NAMES.infrastructure})`,
  },
  { file: /media\.worker/, id: 'media-worker', title: `Media worker (${LANE_NAMES.media})` },
  { file: /spherical\.worker/, id: 'spherical-worker', title: `Spherical worker (${SPHERE_WORKER})` },
];
const PLAYER_TITLE = `Player main (${LANE_NAMES.main})`;
/** Threads of the browser in the player's process that carry a part of the load. */
const BROWSER_THREADS: readonly (readonly [string, string, Lane['kind']])[] = [
  ['Compositor', 'Compositor', 'compositor'],
  ['Media', 'Media', 'media'],
  ['VideoFrameCompositor', 'Video frames', 'media'],
];

/**
 * Finds the threads of player and host page. An embed of another site has a separate process, which is found by the address of
 * its frame. All dedicated workers have the same thread name; events that map a thread to a worker's address tell them apart.
 */
export function findThreads(trace: Trace, isPlayer: (url: string) => boolean): Threads {
  const frames = framesOf(trace.events);
  const player = frames.findLast(({ url }) => isPlayer(url));
  if (player === undefined) throw new Error('The trace has no frame with the player.');
  const processes = pseudoProcessesOf(trace.events);
  const processOf = ({ processId, processPseudoId }: Frame): number | undefined =>
    processId ?? processes.get(processPseudoId ?? '');
  const pid = processOf(player) ?? committerOf(trace.events, player, isPlayer);
  const names = threadNamesOf(trace.events);
  const mainOf = (wanted: number | undefined): ThreadId | undefined =>
    names.find((thread) => thread.pid === wanted && thread.name === RENDERER_MAIN);
  const playerMain = mainOf(pid);
  if (playerMain === undefined) throw new Error('The trace has no main thread of the player.');

  const top = frames.findLast(({ parent }) => parent === undefined);
  const hostMain = top === undefined || top.frame === player.frame ? undefined : mainOf(processOf(top));
  const isShared = hostMain?.pid === playerMain.pid;
  const main: Thread = {
    ...idOf(playerMain),
    id: 'player-main',
    title: isShared ? `${PLAYER_TITLE} and host page` : PLAYER_TITLE,
    kind: 'main',
  };
  const host: Thread[] =
    hostMain === undefined || isShared
      ? []
      : [{ ...idOf(hostMain), id: 'host-main', title: 'Host main', kind: 'main' }];
  return {
    player: main,
    frame: player.frame,
    all: [...host, main, ...workersOf(trace.events, main.pid), ...browserThreadsOf(names, main.pid)],
  };
}

function framesOf(events: readonly TraceEvent[]): Frame[] {
  return events.flatMap((event) => {
    if (event.name === 'TracingStartedInBrowser') return readArgs(event, StartedArgs)?.data.frames ?? [];
    if (event.name === 'FrameCommittedInBrowser') return readArgs(event, FrameArgs)?.data ?? [];
    return [];
  });
}

/** Ids of processes by their pseudo id: a frame may be committed before its process has an id. */
function pseudoProcessesOf(events: readonly TraceEvent[]): Map<string, number> {
  return new Map(
    events
      .filter(({ name }) => name === 'ProcessReadyInBrowser')
      .flatMap((event) => readArgs(event, ReadyArgs)?.data ?? [])
      .map(({ processPseudoId, processId }) => [processPseudoId, processId]),
  );
}

/** The process of a frame by the renderer's event: the browser's events may lack it if the frame navigates during the trace. */
function committerOf(
  events: readonly TraceEvent[],
  { frame }: Frame,
  isPlayer: (url: string) => boolean,
): number | undefined {
  return events.findLast((event) => {
    if (event.name !== 'CommitLoad') return false;
    const data = readArgs(event, CommitArgs)?.data;
    return data?.frame === frame && isPlayer(data.url);
  })?.pid;
}

function threadNamesOf(events: readonly TraceEvent[]): (ThreadId & { readonly name: string })[] {
  return events
    .filter(({ ph, name }) => ph === 'M' && name === 'thread_name')
    .map((event) => ({ ...idOf(event), name: readArgs(event, NameArgs)?.name ?? '' }));
}

function workersOf(events: readonly TraceEvent[], pid: number): Thread[] {
  const found = new Map<number, string>();
  for (const event of events) {
    if (event.name !== 'TracingSessionIdForWorker' || event.pid !== pid) continue;
    const worker = readArgs(event, WorkerArgs)?.data;
    if (worker !== undefined) found.set(worker.workerThreadId, worker.url);
  }
  const counts = new Map<string, number>();
  return [...found].map(([tid, url]) => {
    const { id, title } = WORKERS.find(({ file }) => file.test(url)) ?? {
      id: `worker-${fileOf(url)}`,
      title: `Worker ${fileOf(url)}`,
    };
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const isFirst = count === 1;
    return {
      pid,
      tid,
      id: isFirst ? id : `${id}-${count}`,
      title: isFirst ? title : `${title} ${count}`,
      kind: 'worker',
    };
  });
}

function browserThreadsOf(names: ReturnType<typeof threadNamesOf>, pid: number): Thread[] {
  return BROWSER_THREADS.flatMap(([name, title, kind]) => {
    const thread = names.find((one) => one.pid === pid && one.name === name);
    return thread === undefined ? [] : [{ ...idOf(thread), id: name.toLowerCase(), title, kind }];
  });
}

function idOf({ pid, tid }: ThreadId): ThreadId {
  return { pid, tid };
}

function fileOf(url: string): string {
  return (
    url
      .replace(/[?#].*/, '')
      .split('/')
      .at(-1) ?? ''
  );
}
