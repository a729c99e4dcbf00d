import type { LongFrame, SumKind } from '../../protocol/profiling/frames.ts';
import { describeSpanName } from '../../protocol/profiling/span-names.ts';
import { endOf, type LaneHistory } from './span-history.ts';
import { clipped, unionMs, type Piece } from './union.ts';

/** Spans that show how long main was busy, but not with which work: the work in them has rows of its own. */
const FROM_OUTSIDE = new Set(['long frame', 'lag']);

export function sumKindOf(name: string): SumKind {
  return FROM_OUTSIDE.has(name) ? 'outside' : (describeSpanName(name)?.kind ?? 'wait');
}

/** Script in long frames, as far as the browser reports it; the rest of a long frame is unknown. */
export const scriptPieces = (longFrames: readonly LongFrame[]): Piece[] =>
  longFrames.flatMap(({ scripts }) => scripts.map(({ startMs, endMs }) => ({ fromMs: startMs, toMs: endMs })));

/** Style, layout and paint of long frames. */
export const drawingPieces = (longFrames: readonly LongFrame[]): Piece[] =>
  longFrames.flatMap(({ styleStartMs, endMs }) =>
    styleStartMs === null ? [] : [{ fromMs: styleStartMs, toMs: endMs }],
  );

/** Recorded spans of work. */
export const recordedPieces = ({ ended, open }: Pick<LaneHistory, 'ended' | 'open'>): Piece[] =>
  [...ended, ...open]
    .filter(({ name }) => sumKindOf(name) === 'work')
    .map((span) => ({ fromMs: span.startMs, toMs: endOf(span) }));

/** Milliseconds of known work of a thread: from the recorder's spans, and on main also from the browser's long frames. */
export function knownWorkMs(
  history: LaneHistory,
  longFrames: readonly LongFrame[],
  fromMs: number,
  toMs: number,
): number {
  const described = history.lane === 'main' ? [...scriptPieces(longFrames), ...drawingPieces(longFrames)] : [];
  return unionMs(clipped([...recordedPieces(history), ...described], fromMs, toMs));
}
