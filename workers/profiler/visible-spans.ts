import type { SpanRow } from '../../protocol/profiling/profiler-messages.ts';
import { ROW_PX, type PlacedLane, type PlacedSpan } from './lane-layout.ts';
import { endOf } from './span-history.ts';
import { timeAt, type TimeScale } from './time-scale.ts';

/** Half the width of a place that a span is hit at, however short it is; CSS pixels. */
const REACH_PX = 3;

export function matches({ name, category }: Pick<PlacedSpan, 'name' | 'category'>, query: string): boolean {
  const wanted = query.trim().toLowerCase();
  return wanted === '' || `${name} ${category}`.toLowerCase().includes(wanted);
}

/** Spans that are drawn, newest first. */
export function tableRows(
  lanes: readonly PlacedLane[],
  query: string,
  countMax: number,
): { readonly rows: readonly SpanRow[]; readonly count: number } {
  const found = lanes.flatMap((lane) => lane.spans.filter((span) => matches(span, query)));
  const newestFirst = found.sort((one, other) => other.startMs - one.startMs);
  return { rows: newestFirst.slice(0, countMax).map(rowOf), count: found.length };
}

/** The span at a place; of several the shortest, which is drawn over the others. */
export function spanAt(lanes: readonly PlacedLane[], scale: TimeScale, x: number, y: number): PlacedSpan | null {
  const fromMs = timeAt(scale, x - REACH_PX);
  const toMs = timeAt(scale, x + REACH_PX);
  const hit = lanes
    .flatMap(({ spans }) => spans)
    .filter((span) => y >= span.y && y < span.y + ROW_PX && span.startMs <= toMs && endOf(span) >= fromMs);
  return hit.sort((one, other) => one.durationMs - other.durationMs)[0] ?? null;
}

export function rowOf(span: PlacedSpan): SpanRow {
  const { key, lane, name, category, kind, startMs, durationMs, isOpen, flow, bytes, value } = span;
  return { key, lane, name, category, kind, startMs, durationMs, isOpen, flow, bytes, value };
}
