import type { Lane } from '../schema/timeline.ts';

/** Time in which one span of a thread was the innermost, with the CPU that the thread had then. */
export interface CpuSegment {
  readonly fromUs: number;
  readonly toUs: number;
  readonly cpuUs: number;
  /** Index of the span in its columns. */
  readonly span: number;
  /** Word for its work, of the span or of the work around it. */
  readonly work: string;
}

/** Tasks and parts of them for which the browser has no word. */
export const UNNAMED = 'browser: tasks without a name';

type Spans = Pick<Lane, 'spans' | 'names'>;

const known = new WeakMap<Spans['spans'], readonly CpuSegment[]>();

/**
 * Segments of a thread in the order of time, without overlap. A span's CPU without its inner spans is spread evenly over the time in
 * which it was the innermost: the trace does not tell where in that time the thread waited for a core.
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

/** CPU of each span without the spans inside it. What a span has no time for is its parent's, so that no CPU is lost. */
function ownCpu(cpuUs: readonly number[], parents: readonly number[], innermost: readonly Innermost[]): number[] {
  const own = [...cpuUs];
  for (const [span, parent] of parents.entries())
    if (parent >= 0) own[parent] = (own[parent] ?? 0) - (cpuUs[span] ?? 0);
  const hasTime = new Set(innermost.map(({ span }) => span));
  // Spans inside come after those around them.
  for (let span = parents.length - 1; span >= 0; span -= 1) {
    const us = own[span] ?? 0;
    const parent = parents[span] ?? -1;
    if (parent < 0 || (us >= 0 && hasTime.has(span))) continue;
    own[span] = 0;
    own[parent] = (own[parent] ?? 0) + us;
  }
  return own;
}
