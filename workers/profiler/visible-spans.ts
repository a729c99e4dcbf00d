import type { SearchHit, SpanRow } from '../../protocol/profiling/profiler-messages.ts';
import { titleOf } from '../../protocol/recording/thread-spans.ts';
import { layOut, ROW_PX, type PlacedLane, type PlacedSpan } from './lane-layout.ts';
import { endOf, type LaneHistory } from './span-history.ts';
import { timeAt, type TimeScale } from './time-scale.ts';

/** Distance at which a pointer still hits a span, so that very short spans can be selected; CSS pixels. */
const REACH_PX = 3;

export function matches(span: Pick<PlacedSpan, 'name' | 'input' | 'category'>, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return wanted === '' || `${titleOf(span)} ${span.category}`.toLowerCase().includes(wanted);
}

/** Rows for the drawn spans that match the query, newest first. */
export function tableRows(
  lanes: readonly PlacedLane[],
  query: string,
  countMax: number,
): { readonly rows: readonly SpanRow[]; readonly count: number } {
  const found = lanes.flatMap((lane) => lane.spans.filter((span) => matches(span, query)));
  const newestFirst = found.sort((one, other) => other.startMs - one.startMs);
  return { rows: newestFirst.slice(0, countMax).map(rowOf), count: found.length };
}

/** Spans of the whole history that a query finds, in the order of their starts. */
export function foundSpans(lanes: readonly LaneHistory[], query: string): readonly PlacedSpan[] {
  const all = layOut(lanes, { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY });
  return all
    .flatMap(({ spans }) => spans.filter((span) => matches(span, query)))
    .sort((one, other) => one.startMs - other.startMs);
}

/** The hit after or before the selected span, wrapping at the ends; without a selection, the first or the last hit. */
export function nextFound(found: readonly PlacedSpan[], selected: string | null, step: 1 | -1): SearchHit | null {
  const present = found.findIndex(({ key }) => key === selected);
  const from = present < 0 && step < 0 ? 0 : present;
  const index = (from + step + found.length) % Math.max(1, found.length);
  const span = found[index];
  return span === undefined ? null : { span: rowOf(span), number: index + 1 };
}

/** The span at a point; of several spans the shortest, which is drawn over the others. */
export function spanAt(lanes: readonly PlacedLane[], scale: TimeScale, x: number, y: number): PlacedSpan | null {
  const fromMs = timeAt(scale, x - REACH_PX);
  const toMs = timeAt(scale, x + REACH_PX);
  const hit = lanes
    .flatMap(({ spans }) => spans)
    .filter((span) => y >= span.y && y < span.y + ROW_PX && span.startMs <= toMs && endOf(span) >= fromMs);
  return hit.sort((one, other) => one.durationMs - other.durationMs)[0] ?? null;
}

export function rowOf(span: PlacedSpan): SpanRow {
  const { key, lane, name, category, kind, startMs, durationMs, isOpen, flow, bytes, value, input } = span;
  const row = { key, lane, name, category, kind, startMs, durationMs, isOpen, flow, bytes, value };
  return input === undefined ? row : { ...row, input };
}
