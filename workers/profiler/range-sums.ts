import { SUM_KINDS, type LongFrame, type RangeSums, type SumRow } from '../../protocol/profiling/frames.ts';
import { groupBy } from './group-by.ts';
import { knownWorkMs, sumKindOf } from './known-work.ts';
import { endOf, type LaneHistory } from './span-history.ts';
import { clipped, unionMs } from './union.ts';

/** Limit of rows in the table. */
const ROWS_MAX = 40;

/** Spans of a range, summed by name and thread. Time without a span is unknown, not idle. */
export function rangeSums(
  lanes: readonly LaneHistory[],
  longFrames: readonly LongFrame[],
  fromMs: number,
  toMs: number,
): RangeSums {
  const threads = lanes.map((history) => {
    const busyMs = knownWorkMs(history, longFrames, fromMs, toMs);
    return { lane: history.lane, busyMs, unknownMs: Math.max(0, toMs - fromMs - busyMs) };
  });
  return { fromMs, toMs, threads, rows: sumsByName(lanes, fromMs, toMs).slice(0, ROWS_MAX) };
}

/** Rows sorted by kind (work first), then by duration. Parts outside the range do not count, overlapping spans count once. */
export function sumsByName(lanes: readonly LaneHistory[], fromMs: number, toMs: number): readonly SumRow[] {
  const rows = lanes.flatMap(({ lane, ended, open }) => {
    const visible = [...ended, ...open].filter((span) => endOf(span) >= fromMs && span.startMs <= toMs);
    return [...groupBy(visible, ({ name }) => name)].map(([name, spans]): SumRow => {
      const pieces = spans.map((span) => ({ fromMs: span.startMs, toMs: endOf(span) }));
      const totalMs = unionMs(clipped(pieces, fromMs, toMs));
      return { lane, name, kind: sumKindOf(name), count: spans.length, totalMs };
    });
  });
  return rows.sort(
    (one, other) => SUM_KINDS.indexOf(one.kind) - SUM_KINDS.indexOf(other.kind) || other.totalMs - one.totalMs,
  );
}
