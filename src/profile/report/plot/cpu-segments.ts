import type { Lane } from '../schema/timeline.ts';

/** Interval in which a span of a thread was the innermost span, with the thread's CPU time in it. */
export interface CpuSegment {
  readonly fromUs: number;
  readonly toUs: number;
  readonly cpuUs: number;
  /** Index of the span in the columns of the lane. */
  readonly span: number;
  /** Name of the work, from the span or from the work around it. */
  readonly work: string;
}

/** Name of tasks and parts of tasks that the browser does not name. */
export const UNNAMED = 'browser: tasks without a name';

type Spans = Pick<Lane, 'spans' | 'names'>;

const known = new WeakMap<Spans['spans'], readonly CpuSegment[]>();

/**
 * Segments of a thread, sorted by time, without overlap. A span's own CPU time, without inner spans, is spread evenly over the time in
 * which it was innermost, because the trace does not contain when the thread waited for a core.
 */
export function cpuSegmentsOf({ spans, names }: Spans): readonly CpuSegment[] {
  const found = known.get(spans) ?? segmentsOf({ spans, names });
  known.set(spans, found);
  return found;
}

interface Innermost {
  readonly fromUs: number;
  readonly toUs: number;
  readonly span: number;
}

function segmentsOf({ spans, names }: Spans): CpuSegment[] {
  const { name, startUs, durationUs, depth, cpuUs = durationUs } = spans;
  const parents: number[] = [];
  const works: string[] = [];
  const innermost: Innermost[] = [];
  const open: number[] = [];
  const endOf = (span: number): number => (startUs[span] ?? 0) + (durationUs[span] ?? 0);
  let doneUs = Number.NEGATIVE_INFINITY;
  const emitUntil = (toUs: number): void => {
    const span = open.at(-1);
    if (span !== undefined && toUs > doneUs) innermost.push({ fromUs: doneUs, toUs, span });
    doneUs = Math.max(doneUs, toUs);
  };
  const closeUntil = (level: number, atUs: number): void => {
    for (
      let last = open.at(-1);
      last !== undefined && (open.length > level || endOf(last) <= atUs);
      last = open.at(-1)
    ) {
      emitUntil(Math.min(endOf(last), atUs));
      open.pop();
    }
  };
  for (const [span, start] of startUs.entries()) {
    closeUntil(depth[span] ?? 0, start);
    emitUntil(start);
    const parent = open.at(-1) ?? -1;
    parents.push(parent);
    works.push(names[name[span] ?? -1]?.group || (works[parent] ?? UNNAMED));
    open.push(span);
  }
  closeUntil(0, Number.POSITIVE_INFINITY);
  const own = ownCpu(cpuUs, parents, innermost);
  const wallUs = wallBySpan(innermost);
  return innermost.map(({ fromUs, toUs, span }) => ({
    fromUs,
    toUs,
    cpuUs: ((own[span] ?? 0) * (toUs - fromUs)) / (wallUs.get(span) ?? 1),
    span,
    work: works[span] ?? UNNAMED,
  }));
}

function wallBySpan(innermost: readonly Innermost[]): Map<number, number> {
  const wallUs = new Map<number, number>();
  for (const { fromUs, toUs, span } of innermost) wallUs.set(span, (wallUs.get(span) ?? 0) + toUs - fromUs);
  return wallUs;
}

/** CPU time of each span without inner spans. If a span was never innermost, its own CPU time is added to its parent's. */
function ownCpu(cpuUs: readonly number[], parents: readonly number[], innermost: readonly Innermost[]): number[] {
  const own = [...cpuUs];
  for (const [span, parent] of parents.entries())
    if (parent >= 0) own[parent] = (own[parent] ?? 0) - (cpuUs[span] ?? 0);
  const hasTime = new Set(innermost.map(({ span }) => span));
  // Iterates backwards, because inner spans come after the spans around them.
  for (let span = parents.length - 1; span >= 0; span -= 1) {
    const us = own[span] ?? 0;
    const parent = parents[span] ?? -1;
    if (parent < 0 || (us >= 0 && hasTime.has(span))) continue;
    own[span] = 0;
    own[parent] = (own[parent] ?? 0) + us;
  }
  return own;
}
