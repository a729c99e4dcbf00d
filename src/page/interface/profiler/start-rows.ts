import type { ProfilerState, StepTime } from '../../../../protocol/profiling/profiler-messages.ts';
import * as format from './format.ts';
import type { PageFacts, StartFacts } from './page-facts.ts';
import type { StatsRow } from './stats-row.ts';

/** Steps from navigation to the first frame, in the order in which they happened. */
export function startRows({ start }: PageFacts, state: ProfilerState | null): StatsRow[] {
  const { timeOriginMs, documentMs, firstPaintMs, inlineScriptMs, isAutoplay } = start;
  const { steps } = state ?? {};
  const sinceStart = (atMs: StepTime | undefined): number | string => {
    if (atMs === 'overwritten') return 'unknown: no longer recorded';
    return typeof atMs === 'number' ? atMs - timeOriginMs : 'not recorded';
  };
  const untold = 'unknown: the browser does not tell';
  const wanted = sinceStart(steps?.wantedMs);
  const firstFrame = start.firstFrameMs ?? sinceStart(steps?.firstFrameMs);
  const pressMs = !isAutoplay && typeof wanted === 'number' ? wanted : null;
  const rows: readonly (readonly [label: string, at: number | string])[] = [
    ['Document received', documentMs ?? untold],
    ['Inline script', inlineScriptMs],
    ['Shell painted', firstPaintMs ?? untold],
    ...(pressMs === null ? [] : [['Press', pressMs] as const]),
    ['First segment', sinceStart(steps?.firstSegmentMs)],
    ['First frame', firstFrame],
    ['Worker ready', sinceStart(steps?.workerReadyMs)],
    ['Manifest', sinceStart(steps?.manifestMs)],
  ];
  const order = ([, at]: (typeof rows)[number]): number => (typeof at === 'number' ? at : Number.POSITIVE_INFINITY);
  const inOrder = [...rows].sort((one, other) => (order(one) < order(other) ? -1 : 1));
  return [
    { label: 'Press to first frame', value: pressToFrameText(start, pressMs, firstFrame), isEssential: true },
    ...inOrder.map(([label, at]) => ({
      label:
        typeof at === 'number' && typeof firstFrame === 'number' && at > firstFrame
          ? `${label}${AFTER_FRAME[label] ?? ''}`
          : label,
      value: typeof at === 'number' ? stepText(at, pressMs) : at,
    })),
  ];
}

/** A head start shows a frame while the rest of its segment arrives, and before the engine requests the manifest. */
const AFTER_FRAME: Readonly<Record<string, string>> = { 'First segment': ' complete', Manifest: ' of hls.js' };

function pressToFrameText({ isAutoplay }: StartFacts, pressMs: number | null, firstFrame: number | string): string {
  if (typeof firstFrame !== 'number') return firstFrame === 'not recorded' ? 'no frame yet' : firstFrame;
  if (pressMs !== null) return format.milliseconds(firstFrame - pressMs);
  return isAutoplay
    ? `no press: autoplay, ${format.milliseconds(firstFrame)} from navigation`
    : 'unknown: the press is not recorded';
}

/** Time since navigation, which includes the viewer's time before the press; for later steps, also the time since the press. */
function stepText(atMs: number, pressMs: number | null): string {
  const fromNavigation = format.milliseconds(atMs);
  if (pressMs === null || atMs <= pressMs) return fromNavigation;
  return `${fromNavigation}; ${format.milliseconds(atMs - pressMs)} after the press`;
}
