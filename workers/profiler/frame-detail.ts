import type { FrameDetail, FramePart, LongFrame, SumKind } from '../../protocol/profiling/frames.ts';
import type { AxisFrame } from './frame-history.ts';
import { drawingPieces, recordedPieces, scriptPieces } from './known-work.ts';
import { sumsByName } from './range-sums.ts';
import { endOf, type LaneHistory } from './span-history.ts';
import { clipped, unionMs, type Piece } from './union.ts';

const NAMES_MAX = 4;

/** Describes the work in a frame, from the browser's report of long frames and the spans of the threads. */
export function frameDetail(
  frame: AxisFrame,
  lanes: readonly LaneHistory[],
  longFrames: readonly LongFrame[],
): FrameDetail {
  const { startMs, endMs, verdict, lateMs, dropped, long } = frame;
  const described = (long === null ? longFrames : [long]).filter((one) => one.startMs < endMs && one.endMs > startMs);
  const coveredMs = (...pieces: readonly (readonly Piece[])[]): number =>
    unionMs(clipped(pieces.flat(), startMs, endMs));
  const [scripts, drawing] = [scriptPieces(described), drawingPieces(described)];
  const main = lanes.find(({ lane }) => lane === 'main');
  const recorded = main === undefined ? [] : recordedPieces(main);
  const knownMs = coveredMs(scripts, drawing, recorded);
  const named = described
    .flatMap((one) => one.scripts)
    .map(({ name, forcedMs, ...script }) => ({
      name,
      forcedMs,
      durationMs: coveredMs([{ fromMs: script.startMs, toMs: script.endMs }]),
    }))
    .filter(({ durationMs }) => durationMs > 0);
  const forcedMs = named.reduce((sum, script) => sum + script.forcedMs, 0);
  const parts: FramePart[] = [
    { name: 'script', durationMs: coveredMs(scripts) },
    { name: 'of it style and layout that scripts asked for', durationMs: forcedMs },
    { name: 'style, layout and paint', durationMs: coveredMs(drawing) },
    { name: 'work that only our recorder has', durationMs: knownMs - coveredMs(scripts, drawing) },
  ];
  return {
    verdict,
    startMs,
    endMs,
    lateMs,
    dropped,
    parts: parts.filter(({ durationMs }) => durationMs > 0),
    unknownMs: Math.max(0, endMs - startMs - knownMs),
    toScreenMs: long === null || long.shownMs === null ? null : Math.max(0, long.shownMs - long.endMs),
    scripts: named
      .map(({ name, durationMs }) => ({ name, durationMs }))
      .sort((one, other) => other.durationMs - one.durationMs),
    inputs: [...(main?.ended ?? [])].filter(
      (span) => span.input !== undefined && span.startMs < endMs && endOf(span) > startMs,
    ),
    spans: sumsByName(main === undefined ? [] : [main], startMs, endMs).filter(({ kind }) => kind !== 'outside'),
    workers: lanes
      .filter(({ lane, isInline }) => lane !== 'main' && !isInline)
      .map((history) => ({
        lane: history.lane,
        busyMs: coveredMs(recordedPieces(history)),
        work: namesOf('work', history, startMs, endMs),
        waits: namesOf('wait', history, startMs, endMs),
      })),
  };
}

function namesOf(wanted: SumKind, history: LaneHistory, fromMs: number, toMs: number): readonly string[] {
  return sumsByName([history], fromMs, toMs)
    .filter(({ kind }) => kind === wanted)
    .slice(0, NAMES_MAX)
    .map(({ name }) => name);
}
