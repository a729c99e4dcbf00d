import type { Lane, NetworkRequest, Timeline } from '../schema/timeline.ts';
import { formatMoment, formatUs } from './format.ts';
import { cpuSegmentsOf } from './cpu-segments.ts';
import { fullName } from './flame-bands.ts';
import { firstEndingAfter } from './span-rows.ts';
import { wholeView, type View } from './view.ts';
import { cpuWithin, workWithin, type GroupWork } from './work-within.ts';

const BUSY_US = 500_000;
/** Number of groups that are named with their longest function, and share of the work that the sentence should cover. */
const DETAILED = 3;
const NAMED_SHARE = 0.85;
const NAMED_MAX = 9;

export function mainOf({ lanes }: Timeline): Lane | undefined {
  return lanes.find(({ id }) => id === 'player-main');
}

/** The 500 ms in which main used the most CPU; the whole session if it is shorter. */
export function busiestView(timeline: Timeline): View {
  const main = mainOf(timeline);
  if (main === undefined || timeline.durationUs <= BUSY_US) return wholeView(timeline.durationUs);
  const fromUs = Math.min(busiestFrom(main, BUSY_US), timeline.durationUs - BUSY_US);
  return { fromUs, toUs: fromUs + BUSY_US };
}

/** Start of the interval of a given length in which a thread uses the most CPU; the interval begins or ends with a segment. */
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
      // Ignores rounding below a microsecond.
      if (cpuUs > best.cpuUs + 1) best = { fromUs: startUs, cpuUs };
    }
  return Math.round(best.fromUs);
}

/** From the navigation, at which the session begins, to the first frame; `null` without a first frame. */
export function startView({ milestones, durationUs }: Timeline): View | null {
  const firstFrame = milestones.find(({ title, kind }) => kind === 'milestone' && title === 'first frame');
  return firstFrame === undefined || firstFrame.atUs <= 0
    ? null
    : { fromUs: 0, toUs: Math.min(firstFrame.atUs, durationUs) };
}

/** A task of a thread with its CPU time. */
export interface LongTask {
  readonly label: string;
  readonly startUs: number;
  readonly durationUs: number;
  readonly cpuUs: number;
}

/** Tasks of a thread that begin in this view, the longest CPU time first. */
export function longestTasks({ spans, names }: Lane, view: View, count: number): LongTask[] {
  const { name, startUs, durationUs, depth, cpuUs = durationUs } = spans;
  return startUs
    .flatMap((start, index) =>
      depth[index] === 0 && start >= view.fromUs && start < view.toUs
        ? {
            label: fullName(names[name[index] ?? -1] ?? { name: '', place: '' }),
            startUs: start,
            durationUs: durationUs[index] ?? 0,
            cpuUs: cpuUs[index] ?? 0,
          }
        : [],
    )
    .toSorted((one, other) => other.cpuUs - one.cpuUs)
    .slice(0, count);
}

/** A sentence about the work of main in this view. */
export function summaryOf(timeline: Timeline, view: View): string {
  const main = mainOf(timeline);
  if (main === undefined) return 'The recording has no main thread of the player.';
  const { busyUs, groups } = workWithin(main, view);
  const lengthUs = view.toUs - view.fromUs;
  const when = `From ${formatMoment(view.fromUs, lengthUs)} to ${formatMoment(view.toUs, lengthUs)}${duringOf(timeline, view)}`;
  const requests = requestedUs(timeline, view);
  const longest = longestRequest(timeline, view);
  const loading =
    requests === 0 || longest === null
      ? ''
      : ` Requests were under way for ${formatUs(requests)} of it, the longest for ${formatUs(networkUs(longest, view))}: ${longest.path}.`;
  if (groups.length === 0) return `${when} main had nothing to do.${loading}`;
  const count = namedCount(groups, busyUs);
  const named = [...groups.slice(0, DETAILED).map(partOf), ...furtherOf(groups.slice(DETAILED, count))];
  const others = groups.slice(count);
  if (others.length > 0) named.push(`${formatUs(others.reduce((sum, { us }) => sum + us, 0))} other work`);
  const meanwhile = timeline.lanes
    .filter(({ kind }) => kind === 'worker')
    .map((lane) => ({ title: lane.title, us: cpuWithin(lane, view) }))
    .filter(({ us }) => us > 0)
    .map(({ title, us }) => `${title} ${formatUs(us)}`);
  const workers =
    meanwhile.length === 0 ? 'No worker was busy meanwhile.' : `Meanwhile were busy: ${meanwhile.join(', ')}.`;
  return `${when} main was busy for ${formatUs(busyUs)} of CPU in ${formatUs(lengthUs)}: ${named.join('; ')}. ${workers}${loading}`;
}

/** Time in which at least one request was under way. */
function requestedUs({ network }: Timeline, { fromUs, toUs }: View): number {
  let doneUs = fromUs;
  let sumUs = 0;
  for (const { startUs, receivedUs, endUs } of network.toSorted((one, other) => one.startUs - other.startUs)) {
    const lastUs = Math.min(receivedUs ?? endUs, toUs);
    const us = lastUs - Math.max(startUs, doneUs);
    if (us <= 0) continue;
    sumUs += us;
    doneUs = lastUs;
  }
  return sumUs;
}

/** Network time of a request in this view, without the time in which the finished response waited for its thread. */
function networkUs({ startUs, receivedUs, endUs }: NetworkRequest, { fromUs, toUs }: View): number {
  return Math.max(0, Math.min(receivedUs ?? endUs, toUs) - Math.max(startUs, fromUs));
}

function longestRequest({ network }: Timeline, view: View): NetworkRequest | null {
  return network.toSorted((one, other) => networkUs(other, view) - networkUs(one, view))[0] ?? null;
}

function namedCount(groups: readonly GroupWork[], busyUs: number): number {
  let namedUs = 0;
  const enough = groups.findIndex(({ us }) => (namedUs += us) >= busyUs * NAMED_SHARE);
  return Math.min(NAMED_MAX, Math.max(DETAILED, enough + 1));
}

function furtherOf(groups: readonly GroupWork[]): string[] {
  return groups.length === 0 ? [] : [groups.map(({ group, us }) => `${formatUs(us)} ${group}`).join(', ')];
}

function partOf({ group, us, largest }: GroupWork): string {
  if (largest === null) return `${formatUs(us)} ${group}`;
  const { name, place } = largest;
  return `${formatUs(us)} ${group} (most of it ${name}${place === '' ? '' : `, ${place}`}: ${formatUs(largest.us)})`;
}

/** Steps of the session that overlap the visible time, in words. */
function duringOf({ milestones }: Timeline, { fromUs, toUs }: View): string {
  const steps = milestones.filter(({ kind }) => kind === 'step').toSorted((one, other) => one.atUs - other.atUs);
  const during = steps.filter(({ atUs }, index) => atUs < toUs && (steps[index + 1]?.atUs ?? Infinity) > fromUs);
  return during.length === 0 ? '' : ` (${during.map(({ title }) => title).join(', ')})`;
}
