import type { LongFrame, SumKind } from '../../protocol/profiling/frames.ts';
import { describeSpanName } from '../../protocol/profiling/span-names.ts';
import { endOf, type LaneHistory } from './span-history.ts';
import { unionMs, type Piece } from './union.ts';

/** Spans that say how long main was busy, not with what: the work in them has rows, too. */
const FROM_OUTSIDE = new Set(['long frame', 'lag']);

export function sumKindOf(name: string): SumKind {
  return FROM_OUTSIDE.has(name) ? 'outside' : (describeSpanName(name)?.kind ?? 'wait');
}

/** Script, style, layout and paint of long frames, as far as the browser describes them: the rest of such a frame is unknown. */
export function describedPieces(longFrames: readonly LongFrame[]): Piece[] {
  return longFrames.flatMap(({ scripts, styleStartMs, endMs }) => [
    ...scripts.map((script) => ({ fromMs: script.startMs, toMs: script.endMs })),
    ...(styleStartMs === null ? [] : [{ fromMs: styleStartMs, toMs: endMs }]),
  ]);
}

/** Milliseconds in which a thread is known to have worked: by the recorder's spans, of main also by what the browser describes. */
export function knownWorkMs(
  { lane, ended, open }: LaneHistory,
  longFrames: readonly LongFrame[],
  fromMs: number,
  toMs: number,
): number {
  const spans = [...ended, ...open]
    .filter(({ name }) => sumKindOf(name) === 'work')
    .map((span) => ({ fromMs: span.startMs, toMs: endOf(span) }));
  const pieces = [...spans, ...(lane === 'main' ? describedPieces(longFrames) : [])];
  return unionMs(
    pieces.flatMap((piece) => {
      const within = { fromMs: Math.max(piece.fromMs, fromMs), toMs: Math.min(piece.toMs, toMs) };
      return within.toMs > within.fromMs ? [within] : [];
    }),
  );
}
