import type { Lane, Timeline } from '../schema/timeline.ts';
import { formatUs } from './format.ts';
import { busiestStretch, rowsOf } from './span-rows.ts';
import { wholeView, type View } from './view.ts';
import { workWithin, type GroupWork } from './work-within.ts';

const BUSY_US = 500_000;
/** Groups that the sentence names. */
const NAMED = 3;

export function mainOf({ lanes }: Timeline): Lane | undefined {
  return lanes.find(({ id }) => id === 'player-main');
}

/** The busiest 500 ms of main; a shorter session whole. */
export function busiestView(timeline: Timeline): View {
  const [outermost] = rowsOf(mainOf(timeline)?.spans ?? { name: [], startUs: [], durationUs: [], depth: [] });
  if (outermost === undefined || timeline.durationUs <= BUSY_US) return wholeView(timeline.durationUs);
  const fromUs = Math.min(busiestStretch(outermost, BUSY_US), timeline.durationUs - BUSY_US);
  return { fromUs, toUs: fromUs + BUSY_US };
}

/** Says in a sentence which work filled main in this view. */
export function summaryOf(timeline: Timeline, view: View): string {
  const main = mainOf(timeline);
  if (main === undefined) return 'The recording has no main thread of the player.';
  const { busyUs, groups } = workWithin(main, view);
  const length = formatUs(view.toUs - view.fromUs);
  const when = `From ${formatUs(view.fromUs)} to ${formatUs(view.toUs)}${duringOf(timeline, view)}`;
  if (groups.length === 0) return `${when} main had nothing to do.`;
  const named = groups.slice(0, NAMED).map(partOf);
  const meanwhile = timeline.lanes
    .filter(({ kind }) => kind === 'worker')
    .map((lane) => ({ title: lane.title, us: workWithin(lane, view).busyUs }))
    .filter(({ us }) => us > 0)
    .map(({ title, us }) => `${title} ${formatUs(us)}`);
  const others =
    meanwhile.length === 0 ? 'No worker was busy meanwhile.' : `Meanwhile were busy: ${meanwhile.join(', ')}.`;
  return `${when} main was busy for ${formatUs(busyUs)} of ${length}: ${named.join('; ')}. ${others}`;
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
