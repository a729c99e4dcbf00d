import type { FrameDetail, FramePart, LongFrame, SumKind } from '../../protocol/profiling/frames.ts';
import { busyMs } from '../../protocol/runtime/profiling/busy-time.ts';
import type { Span } from '../../protocol/profiling/thread-spans.ts';
import type { AxisFrame } from './frame-history.ts';
import { sumKindOf } from './known-work.ts';
import { sumsByName } from './range-sums.ts';
import { endOf, type LaneHistory } from './span-history.ts';
import { unionMs } from './union.ts';

const NAMES_MAX = 4;

/** Where a frame went: as far as the browser describes it, and by what the threads have recorded. */
export function frameDetail(
  frame: AxisFrame,
  lanes: readonly LaneHistory[],
  longFrames: readonly LongFrame[],
): FrameDetail {
  const { startMs, endMs, verdict, lateMs, dropped, long } = frame;
  const described = (long === null ? longFrames : [long]).filter((one) => one.startMs < endMs && one.endMs > startMs);
  const within = <Item extends { readonly startMs: number; readonly endMs: number }>(items: readonly Item[]) =>
    items.flatMap((item) => {
      const piece = { fromMs: Math.max(item.startMs, startMs), toMs: Math.min(item.endMs, endMs) };
      return piece.toMs > piece.fromMs ? [{ ...piece, item }] : [];
    });
  const scripts = within(described.flatMap((one) => one.scripts));
  const drawing = within(
    described.flatMap(({ styleStartMs, endMs: doneMs }) =>
      styleStartMs === null ? [] : [{ startMs: styleStartMs, endMs: doneMs }],
    ),
  );
  const main = lanes.find(({ lane }) => lane === 'main');
  const work = within(
    (main === undefined ? [] : workOf(main)).map((span) => ({ startMs: span.startMs, endMs: endOf(span) })),
  );
  const isCovered = [...scripts, ...drawing];
  const ownMs = unionMs([...isCovered, ...work]) - unionMs(isCovered);
  const forcedMs = scripts.reduce((sum, { item }) => sum + item.forcedMs, 0);
  const parts: FramePart[] = [
    { name: 'script', durationMs: unionMs(scripts) },
    { name: 'of it style and layout that scripts asked for', durationMs: forcedMs },
    { name: 'style, layout and paint', durationMs: unionMs(drawing) },
    { name: 'work that only our recorder has', durationMs: ownMs },
  ];
  return {
    verdict,
    startMs,
    endMs,
    lateMs,
    dropped,
    parts: parts.filter(({ durationMs }) => durationMs > 0),
    unknownMs: Math.max(0, endMs - startMs - unionMs([...isCovered, ...work])),
    toScreenMs: long === null || long.shownMs === null ? null : Math.max(0, long.shownMs - long.endMs),
    scripts: scripts
      .map(({ item, fromMs, toMs }) => ({ name: item.name, durationMs: toMs - fromMs }))
      .sort((one, other) => other.durationMs - one.durationMs),
    spans: sumsByName(main === undefined ? [] : [main], startMs, endMs).filter(({ kind }) => kind !== 'outside'),
    workers: lanes
      .filter(({ lane, isInline }) => lane !== 'main' && !isInline)
      .map((history) => ({
        lane: history.lane,
        busyMs: busyMs([...history.ended, ...history.open], startMs, endMs),
        work: namesOf('work', history, startMs, endMs),
        waits: namesOf('wait', history, startMs, endMs),
      })),
  };
}

function workOf({ ended, open }: LaneHistory): readonly Span[] {
  return [...ended, ...open].filter(({ name }) => sumKindOf(name) === 'work');
}

function namesOf(wanted: SumKind, history: LaneHistory, fromMs: number, toMs: number): readonly string[] {
  return sumsByName([history], fromMs, toMs)
    .filter(({ kind }) => kind === wanted)
    .slice(0, NAMES_MAX)
    .map(({ name }) => name);
}
