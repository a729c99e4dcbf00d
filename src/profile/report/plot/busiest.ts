import type { Lane, Timeline } from '../schema/timeline.ts';
import { formatUs } from './format.ts';
import { cpuSegmentsOf } from './cpu-segments.ts';
import { firstEndingAfter } from './span-rows.ts';
import { wholeView, type View } from './view.ts';
import { cpuWithin, workWithin, type GroupWork } from './work-within.ts';

const BUSY_US = 500_000;
/** Groups that the sentence names. */
const NAMED = 3;

export function mainOf({ lanes }: Timeline): Lane | undefined {
  return lanes.find(({ id }) => id === 'player-main');
}

/** The 500 ms in which main had most CPU; a shorter session whole. */
export function busiestView(timeline: Timeline): View {
  const main = mainOf(timeline);
  if (main === undefined || timeline.durationUs <= BUSY_US) return wholeView(timeline.durationUs);
  const fromUs = Math.min(busiestFrom(main, BUSY_US), timeline.durationUs - BUSY_US);
  return { fromUs, toUs: fromUs + BUSY_US };
}

/** The start of the stretch of this length in which a thread has most CPU. It begins or ends where a segment does. */
function busiestFrom(lane: Lane, lengthUs: number): number {
  const segments = cpuSegmentsOf(lane);
  const before: number[] = [0];
  for (const { cpuUs } of segments) before.push((before.at(-1) ?? 0) + cpuUs);
  const cpuUntil = (atUs: number): number => {
    const index = firstEndingAfter({ endUs: ends }, atUs);
    const segment = segments[index];
    const part =
      segment === undefined || segment.fromUs >= atUs ? 0 : (atUs - segment.fromUs) / (segment.toUs - segment.fromUs);
    return (before[index] ?? 0) + part * (segment?.cpuUs ?? 0);
  };
  const ends = segments.map(({ toUs }) => toUs);
  let best = { fromUs: 0, cpuUs: -1 };
  for (const { fromUs, toUs } of segments)
    for (const startUs of [fromUs, Math.max(0, toUs - lengthUs)]) {
      const cpuUs = cpuUntil(startUs + lengthUs) - cpuUntil(startUs);
      // Parts of a microsecond are rounding.
      if (cpuUs > best.cpuUs + 1) best = { fromUs: startUs, cpuUs };
    }
  return Math.round(best.fromUs);
}

/** From the navigation to the first frame; `null` if there was none. The session begins with the navigation. */
export function startView({ milestones, durationUs }: Timeline): View | null {
  const firstFrame = milestones.find(({ title, kind }) => kind === 'milestone' && title === 'first frame');
  return firstFrame === undefined || firstFrame.atUs <= 0
    ? null
    : { fromUs: 0, toUs: Math.min(firstFrame.atUs, durationUs) };
}

/** A task of main, by its CPU. */
export interface LongTask {
  readonly label: string;
  readonly startUs: number;
  readonly durationUs: number;
  readonly cpuUs: number;
}

/** Tasks of a thread that begin in this view, those with most CPU first. */
export function longestTasks({ spans, names }: Lane, view: View, count: number): LongTask[] {
  const { name, startUs, durationUs, depth, cpuUs = durationUs } = spans;
  return startUs
    .flatMap((start, index) =>
      depth[index] === 0 && start >= view.fromUs && start < view.toUs
        ? {
            label: names[name[index] ?? -1] ?? '',
            startUs: start,
            durationUs: durationUs[index] ?? 0,
            cpuUs: cpuUs[index] ?? 0,
          }
        : [],
    )
    .toSorted((one, other) => other.cpuUs - one.cpuUs)
    .slice(0, count);
}

/** Says in a sentence which work filled main in this view. */
export function summaryOf(timeline: Timeline, view: View): string {
  const main = mainOf(timeline);
  if (main === undefined) return 'The recording has no main thread of the player.';
  const { busyUs, groups } = workWithin(main, view);
  const length = formatUs(view.toUs - view.fromUs);
  const when = `From ${formatUs(view.fromUs)} to ${formatUs(view.toUs)}${duringOf(timeline, view)}`;
  const requests = requestedUs(timeline, view);
  const loading = requests === 0 ? '' : ` Requests were under way for ${formatUs(requests)} of it.`;
  if (groups.length === 0) return `${when} main had nothing to do.${loading}`;
  const named = groups.slice(0, NAMED).map(partOf);
  const meanwhile = timeline.lanes
    .filter(({ kind }) => kind === 'worker')
    .map((lane) => ({ title: lane.title, us: cpuWithin(lane, view) }))
    .filter(({ us }) => us > 0)
    .map(({ title, us }) => `${title} ${formatUs(us)}`);
  const others =
    meanwhile.length === 0 ? 'No worker was busy meanwhile.' : `Meanwhile were busy: ${meanwhile.join(', ')}.`;
  return `${when} main was busy for ${formatUs(busyUs)} of CPU in ${length}: ${named.join('; ')}. ${others}${loading}`;
}

/** Time in which at least one request was under way. */
function requestedUs({ network }: Timeline, { fromUs, toUs }: View): number {
  let doneUs = fromUs;
  let sumUs = 0;
  for (const { startUs, endUs } of network.toSorted((one, other) => one.startUs - other.startUs)) {
    const us = Math.min(endUs, toUs) - Math.max(startUs, doneUs);
    if (us <= 0) continue;
    sumUs += us;
    doneUs = Math.min(endUs, toUs);
  }
  return sumUs;
}

function partOf({ group, us, largest }: GroupWork): string {
  if (largest === null) return `${formatUs(us)} ${group}`;
  const { name, place } = largest;
  return `${formatUs(us)} ${group} (most of it ${name}${place === '' ? '' : `, ${place}`}: ${formatUs(largest.us)})`;
}

/** Steps of the session in which the visible time lies. */
function duringOf({ milestones }: Timeline, { fromUs, toUs }: View): string {
  const steps = milestones.filter(({ kind }) => kind === 'step').toSorted((one, other) => one.atUs - other.atUs);
  const during = steps.filter(({ atUs }, index) => atUs < toUs && (steps[index + 1]?.atUs ?? Infinity) > fromUs);
  return during.length === 0 ? '' : ` (${during.map(({ title }) => title).join(', ')})`;
}
