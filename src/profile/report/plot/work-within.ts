import { SHORT_SLOT_US, type Flame, type Lane } from '../schema/timeline.ts';
import { cpuSegmentsOf, type CpuSegment } from './cpu-segments.ts';
import type { View } from './view.ts';

export interface FunctionWork {
  readonly name: string;
  readonly place: string;
  readonly us: number;
}

/** A group of a thread's work in a view, in microseconds of CPU. */
export interface GroupWork {
  readonly group: string;
  readonly us: number;
  /** The function with the most samples, or, for work of the browser, the longest event; `null` if neither is known. */
  readonly largest: FunctionWork | null;
}

export interface WorkWithin {
  /** CPU of the thread, without the time in which it waited for a core. */
  readonly busyUs: number;
  /** Groups of work, the largest first. */
  readonly groups: readonly GroupWork[];
}

/** Work of scripts, which is divided into groups by samples. */
const SCRIPT = 'script';
/** Group of tasks that are too short to be drawn one by one. */
const SHORT_TASKS = 'tasks too short to show';
/** Browser tasks that never run script. Other tasks may, because a trace does not have a span for every call into a script. */
const MEASURED = /^browser: (parse and compile|garbage collection|style and layout|paint and commit)$/;

export type WorkLane = Pick<Lane, 'spans' | 'names' | 'flame' | 'shortCpuUs'>;

/** Parts of a group by name. */
interface Parts {
  us: number;
  readonly parts: Map<string, FunctionWork>;
}

/** CPU time of a thread in the visible time by group: spans count without inner spans, and script is divided by samples. */
export function workWithin(lane: WorkLane, view: View): WorkWithin {
  const groups = new Map<string, Parts>();
  const add = (group: string, name: string, place: string, us: number): void => {
    const found = groups.get(group) ?? { us: 0, parts: new Map<string, FunctionWork>() };
    found.us += us;
    if (name !== '') found.parts.set(name + place, { name, place, us: (found.parts.get(name + place)?.us ?? 0) + us });
    groups.set(group, found);
  };
  const works = new Map<string, CpuSegment[]>();
  for (const segment of segmentsWithin(lane, view)) {
    const ofWork = works.get(segment.work);
    if (ofWork === undefined) works.set(segment.work, [segment]);
    else ofWork.push(segment);
  }
  const sampled = lane.flame === null ? [] : samplesWithin(lane.flame, view);
  for (const [work, segments] of works) {
    const cpuUs = sumOf(segments.map((segment) => segment.cpuUs));
    const functions = MEASURED.test(work) ? new Map<number, number>() : functionsWithin(sampled, segments);
    const sampledUs = sumOf(functions.values());
    // If there are samples of a script, they account for all of its time.
    const share = work === SCRIPT && sampledUs > 0 ? 1 : sampledUs / sumOf(segments.map(lengthOf));
    for (const [number, us] of functions) {
      const { name = '', place = '', group = SCRIPT } = lane.flame?.functions[number] ?? {};
      add(group, name, place, cpuUs * share * (us / sampledUs));
    }
    // The rest is work of the browser, by event.
    if (share < 1) for (const segment of segments) add(work, ...eventName(lane, segment), segment.cpuUs * (1 - share));
  }
  add(SHORT_TASKS, '', '', shortWithin(lane, view));
  return {
    busyUs: sumOf([...groups.values()].map(({ us }) => us)),
    groups: [...groups]
      .map(([group, { us, parts }]) => ({ group, us, largest: largestOf(parts) }))
      .filter(({ us }) => us > 0)
      .toSorted((one, other) => other.us - one.us),
  };
}

/** CPU time of a thread in the visible time. */
export function cpuWithin(lane: WorkLane, view: View): number {
  return sumOf(segmentsWithin(lane, view).map(({ cpuUs }) => cpuUs)) + shortWithin(lane, view);
}

function largestOf(parts: ReadonlyMap<string, FunctionWork>): FunctionWork | null {
  return [...parts.values()].toSorted((one, other) => other.us - one.us)[0] ?? null;
}

/** Visible parts of the segments. */
function segmentsWithin(lane: WorkLane, { fromUs, toUs }: View): CpuSegment[] {
  return cpuSegmentsOf(lane).flatMap((segment) => {
    const from = Math.max(segment.fromUs, fromUs);
    const to = Math.min(segment.toUs, toUs);
    if (to <= from) return [];
    return { ...segment, fromUs: from, toUs: to, cpuUs: (segment.cpuUs * (to - from)) / lengthOf(segment) };
  });
}

/** Name of an event; for a task, the function that posted it, if known, because events inside a task count separately. */
function eventName({ spans, names }: WorkLane, { span }: CpuSegment): [name: string, place: string] {
  const { name = '', place = '' } = names[spans.name[span] ?? -1] ?? {};
  return /^Task(:|$)/.test(name) ? [place, ''] : [name, place];
}

interface Sampled {
  readonly fromUs: number;
  readonly toUs: number;
  readonly number: number;
}

function samplesWithin({ samples, nodes }: Flame, view: View): Sampled[] {
  return samples.node.flatMap((node, index) => {
    const startUs = samples.startUs[index] ?? 0;
    const fromUs = Math.max(startUs, view.fromUs);
    const toUs = Math.min(startUs + (samples.durationUs[index] ?? 0), view.toUs);
    return toUs <= fromUs ? [] : [{ fromUs, toUs, number: nodes.function[node] ?? -1 }];
  });
}

/** Sampled time of each function in these segments; both lists are sorted by time. */
function functionsWithin(sampled: readonly Sampled[], segments: readonly CpuSegment[]): Map<number, number> {
  const functions = new Map<number, number>();
  let first = 0;
  for (const { fromUs, toUs, number } of sampled) {
    while ((segments[first]?.toUs ?? Number.POSITIVE_INFINITY) <= fromUs) first += 1;
    for (let at = first; (segments[at]?.fromUs ?? Number.POSITIVE_INFINITY) < toUs; at += 1) {
      const us = Math.min(toUs, segments[at]?.toUs ?? 0) - Math.max(fromUs, segments[at]?.fromUs ?? 0);
      if (us > 0) functions.set(number, (functions.get(number) ?? 0) + us);
    }
  }
  return functions;
}

function shortWithin({ shortCpuUs }: WorkLane, { fromUs, toUs }: View): number {
  return sumOf(
    shortCpuUs.map((us, slot) => {
      const from = slot * SHORT_SLOT_US;
      const visible = Math.min(toUs, from + SHORT_SLOT_US) - Math.max(fromUs, from);
      return visible <= 0 ? 0 : (us * visible) / SHORT_SLOT_US;
    }),
  );
}

function lengthOf({ fromUs, toUs }: Pick<CpuSegment, 'fromUs' | 'toUs'>): number {
  return toUs - fromUs;
}

function sumOf(values: Iterable<number>): number {
  return [...values].reduce((sum, us) => sum + us, 0);
}
