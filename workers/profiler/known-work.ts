import type { LongFrame, SumKind } from '../../protocol/profiling/frames.ts';
import { describeSpanName } from '../../protocol/profiling/span-names.ts';
import { endOf, type LaneHistory } from './span-history.ts';
import { clipped, unionMs, type Piece } from './union.ts';

/** Spans that say how long main was busy, not with what: the work in them has rows, too. */
const FROM_OUTSIDE = new Set(['long frame', 'lag']);

export function sumKindOf(name: string): SumKind {
  return FROM_OUTSIDE.has(name) ? 'outside' : (describeSpanName(name)?.kind ?? 'wait');
}

/** Script of long frames, as far as the browser describes them: the rest of such a frame is unknown. */
export const scriptPieces = (longFrames: readonly LongFrame[]): Piece[] =>
  longFrames.flatMap(({ scripts }) => scripts.map(({ startMs, endMs }) => ({ fromMs: startMs, toMs: endMs })));

/** Style, layout and paint of long frames. */
export const drawingPieces = (longFrames: readonly LongFrame[]): Piece[] =>
  longFrames.flatMap(({ styleStartMs, endMs }) =>
    styleStartMs === null ? [] : [{ fromMs: styleStartMs, toMs: endMs }],
  );

/** Work that the recorder has spans of. */
export const recordedPieces = ({ ended, open }: Pick<LaneHistory, 'ended' | 'open'>): Piece[] =>
  [...ended, ...open]
    .filter(({ name }) => sumKindOf(name) === 'work')
    .map((span) => ({ fromMs: span.startMs, toMs: endOf(span) }));

/** Milliseconds in which a thread is known to have worked: by the recorder's spans, on main also by the browser's long frames. */
export function knownWorkMs(
  history: LaneHistory,
  longFrames: readonly LongFrame[],
  fromMs: number,
  toMs: number,
): number {
  const described = history.lane === 'main' ? [...scriptPieces(longFrames), ...drawingPieces(longFrames)] : [];
  return unionMs(clipped([...recordedPieces(history), ...described], fromMs, toMs));
}
