import { THREAD_NAMES } from '../../protocol/threads/thread-names.ts';
import {
  CATEGORY_COLOURS,
  describeSpanName,
  type SpanCategory,
  type SpanKind,
} from '../../protocol/profiling/span-names.ts';
import type { Span } from '../../protocol/recording/thread-spans.ts';
import { FRAME_AXIS_END_PX } from '../../protocol/profiling/profiler-messages.ts';
import { groupBy } from './group-by.ts';
import { endOf, type LaneHistory } from './span-history.ts';
import type { TimeScale } from './time-scale.ts';

/** Height of the axis of times, in CSS pixels. */
export const AXIS_PX = 18;
/** Height of the axis of frames, below the axis of times. */
export const FRAMES_PX = FRAME_AXIS_END_PX - AXIS_PX;
export const TITLE_PX = 16;
export const ROW_PX = 13;
const GAP_PX = 2;
/** If more spans overlap, they are drawn over each other in the last row. */
const BAND_ROWS_MAX = 4;

/** A span with its place in the plot. */
export interface PlacedSpan extends Span {
  readonly key: string;
  readonly category: SpanCategory;
  readonly kind: SpanKind;
  readonly y: number;
}

/** Rows of one category: place and name identify it as its colour does. */
export interface Band {
  readonly category: SpanCategory;
  readonly y: number;
  readonly rowCount: number;
}

export interface PlacedLane {
  readonly history: LaneHistory;
  readonly titleY: number;
  readonly endY: number;
  readonly bands: readonly Band[];
  /** Visible spans, in the order of their starts. */
  readonly spans: readonly PlacedSpan[];
}

const CATEGORIES = Object.keys(CATEGORY_COLOURS) as readonly SpanCategory[];

/**
 * Lanes one below the other, each with a band of rows for every category that it has spans of, and as many rows as its
 * visible spans need.
 */
export function layOut(
  lanes: readonly LaneHistory[],
  scale: Pick<TimeScale, 'fromMs' | 'toMs'>,
): readonly PlacedLane[] {
  let y = AXIS_PX + FRAMES_PX;
  const ordered = [...lanes].sort((one, other) => THREAD_NAMES.indexOf(one.lane) - THREAD_NAMES.indexOf(other.lane));
  return ordered.map((history) => {
    const placed = placeLane(history, y, scale);
    y = placed.endY + GAP_PX;
    return placed;
  });
}

export function heightOf(lanes: readonly PlacedLane[]): number {
  return lanes.at(-1)?.endY ?? AXIS_PX + FRAMES_PX;
}

function placeLane(
  history: LaneHistory,
  titleY: number,
  { fromMs, toMs }: Pick<TimeScale, 'fromMs' | 'toMs'>,
): PlacedLane {
  const spans = [...history.ended, ...history.open].sort((one, other) => one.startMs - other.startMs);
  const byCategory = groupBy(spans, ({ name }) => describeSpanName(name)?.category ?? 'call');
  const bands: Band[] = [];
  const placed: PlacedSpan[] = [];
  const keys = new Map<string, number>();
  let y = titleY + TITLE_PX;
  for (const category of CATEGORIES) {
    const own = byCategory.get(category);
    if (own === undefined) continue;
    const visible = own.filter((span) => span.startMs <= toMs && endOf(span) >= fromMs);
    const rows = rowsOf(visible);
    const rowCount = Math.max(0, ...rows) + 1;
    for (const [index, span] of visible.entries()) {
      const kind = describeSpanName(span.name)?.kind ?? 'wait';
      placed.push({ ...span, key: keyOf(span, keys), category, kind, y: y + (rows[index] ?? 0) * ROW_PX });
    }
    bands.push({ category, y, rowCount });
    y += rowCount * ROW_PX + GAP_PX;
  }
  const endY = bands.length === 0 ? y + ROW_PX : y - GAP_PX;
  return { history, titleY, endY, bands, spans: placed.sort((one, other) => one.startMs - other.startMs) };
}

/** Row of each span: the first row that is free at its start. */
function rowsOf(spans: readonly Span[]): readonly number[] {
  const freeFromMs: number[] = [];
  return spans.map((span) => {
    const free = freeFromMs.findIndex((fromMs) => fromMs <= span.startMs);
    const row = Math.min(free < 0 ? freeFromMs.length : free, BAND_ROWS_MAX - 1);
    freeFromMs[row] = Math.max(freeFromMs[row] ?? 0, endOf(span));
    return row;
  });
}

/** Key of a span that stays the same in every read, also after the span has ended. Several spans can begin with one input. */
function keyOf({ lane, name, startMs, flow }: Span, keys: Map<string, number>): string {
  const key = `${lane} ${name} ${startMs.toFixed(3)} ${flow}`;
  const count = (keys.get(key) ?? 0) + 1;
  keys.set(key, count);
  return `${key} ${count}`;
}
