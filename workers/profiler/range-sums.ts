import type { RangeSums, SumRow } from '../../protocol/profiling/frames.ts';
import { busyMs } from '../../protocol/runtime/profiling/busy-time.ts';
import { describeSpanName } from '../../protocol/profiling/span-names.ts';
import { endOf, type LaneHistory } from './span-history.ts';

/** More rows than a person reads. Our choice. */
const ROWS_MAX = 40;

/** Spans of a range, summed by name and thread. Time without a span is unknown, not idle. */
export function rangeSums(lanes: readonly LaneHistory[], fromMs: number, toMs: number): RangeSums {
  const threads = lanes.map(({ lane, ended, open }) => {
    const busy = busyMs(
      [...ended, ...open].filter((span) => endOf(span) > fromMs && span.startMs < toMs),
      fromMs,
      toMs,
    );
    return { lane, busyMs: busy, unknownMs: Math.max(0, toMs - fromMs - busy) };
  });
  return { fromMs, toMs, threads, rows: sumsByName(lanes, fromMs, toMs).slice(0, ROWS_MAX) };
}

/** The longest first; parts of spans outside of the range do not count. */
export function sumsByName(lanes: readonly LaneHistory[], fromMs: number, toMs: number): readonly SumRow[] {
  const sums = new Map<string, { lane: SumRow['lane']; name: string; count: number; totalMs: number }>();
  for (const { lane, ended, open } of lanes)
    for (const span of [...ended, ...open]) {
      const { name, startMs } = span;
      if (endOf(span) < fromMs || startMs > toMs) continue;
      const key = `${lane} ${name}`;
      const sum = sums.get(key) ?? { lane, name, count: 0, totalMs: 0 };
      sum.count += 1;
      sum.totalMs += Math.min(endOf(span), toMs) - Math.max(startMs, fromMs);
      sums.set(key, sum);
    }
  return [...sums.values()]
    .map((sum) => ({ ...sum, kind: describeSpanName(sum.name)?.kind ?? ('wait' as const) }))
    .sort((one, other) => other.totalMs - one.totalMs);
}
