import { counted } from '../../../protocol/runtime/counted.ts';
import {
  ObservationPages,
  type ObservedErrorReport,
  type ObservedEvent,
} from '../../../protocol/provider/observation.ts';
import { ActivitySummary, type LaneActivity } from '../../../protocol/recording/activity.ts';
import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { formatSession } from '../live-page/format.ts';
import type { Addresses } from './addresses.ts';
import { operatorCall, type Responded } from '../../provider/operator-page-parts/operator-call.ts';
import { element } from '../plots/elements.ts';
import { formatLength, formatMoment, formatMs, formatShare } from './format.ts';
import { numbersTable } from '../plots/numbers-table.ts';
import { timelineOf, type Lane, type Timeline } from './timeline.ts';

const EVENTS_AT_ONCE = 1_000;
const EVENTS_MAX = 3_000;
/** Limit of error reports. They do not name their session, so all reports from its time are read. */
const REPORTS_MAX = 200;

/** Reads a session and shows it: its events in lanes over time, and the work of its threads before it stalled. */
export async function readSession(addresses: Addresses, session: string): Promise<Responded<HTMLElement>> {
  const events: ObservedEvent[] = [];
  for (let before = ''; events.length < EVENTS_MAX;) {
    const query = new URLSearchParams({ session, limit: String(EVENTS_AT_ONCE), ...(before !== '' && { before }) });
    const found = await operatorCall(`${addresses.events}?${query.toString()}`, ObservationPages.events);
    if (!found.ok) return found;
    events.push(...found.value);
    if (found.value.length < EVENTS_AT_ONCE) break;
    before = String(found.value.at(-1)?.id ?? 0);
  }
  if (events.length === 0)
    return { ok: false, message: 'This session is not stored, or no longer. Its counts are still in the report.' };
  const query = new URLSearchParams({ limit: String(REPORTS_MAX) });
  const reports = await operatorCall(`${addresses.errors}?${query.toString()}`, ObservationPages.errors);
  return { ok: true, value: sessionElement(session, events, reports.ok ? reports.value : [], addresses) };
}

function sessionElement(
  session: string,
  events: readonly ObservedEvent[],
  reports: readonly ObservedErrorReport[],
  addresses: Addresses,
): HTMLElement {
  const timeline = timelineOf(events);
  const { fromMs, toMs, activities } = timeline;
  const atThatTime = reports.filter(({ receivedAtMs }) => receivedAtMs >= fromMs && receivedAtMs <= toMs + 60_000);
  const reported = atThatTime.flatMap(({ receivedAtMs, message, activity }) => {
    const read = parseJsonAt('activity', ActivitySummary, activity ?? '');
    return read.ok
      ? [{ atMs: receivedAtMs, title: `Before an error of about this time: ${message}`, activity: read.value }]
      : [];
  });
  return element(
    'div',
    {},
    element('h2', { className: 'about' }, `Session ${formatSession(session)}`),
    element(
      'p',
      { className: 'hint' },
      `${formatMoment(fromMs)}, ${formatLength(toMs - fromMs)}, ${counted(events.length, 'event')}. `,
      element('a', { href: addresses.person(session) }, 'Export or delete it'),
      ' ',
      element('a', { href: addresses.page({}) }, 'Back to all sessions'),
    ),
    element('h3', {}, 'Timeline'),
    lanesElement(timeline),
    ...[...activities, ...reported].map(({ atMs, title, activity }) => activityElement(atMs - fromMs, title, activity)),
    element('h3', {}, 'Events'),
    numbersTable({
      caption: 'Events of the session',
      rows: timeline.events,
      empty: '',
      columns: [
        {
          title: 'After',
          text: ({ eventTimeMs }) => `${((eventTimeMs - fromMs) / 1_000).toFixed(2)} s`,
          isNumber: true,
        },
        { title: 'Event', text: ({ name }) => name },
        { title: 'What it says', text: ({ payload }) => element('span', { className: 'code' }, payload) },
      ],
    }),
  );
}

function lanesElement({ fromMs, toMs, lanes }: Timeline): HTMLElement {
  const lengthMs = toMs - fromMs;
  const drawn = element('div', { className: 'lanes', role: 'img' });
  drawn.ariaLabel = lanes.map(laneWords).join('. ');
  for (const { name, marks } of lanes) {
    const track = element('div', { className: 'track' });
    for (const mark of marks) {
      const made = element('span', {
        className: `mark-${mark.kind}`,
        title: `${mark.label}, ${((mark.fromMs - fromMs) / 1_000).toFixed(2)} s`,
      });
      place(made, (mark.fromMs - fromMs) / lengthMs, (mark.toMs - mark.fromMs) / lengthMs);
      track.append(made);
    }
    drawn.append(element('span', { className: 'lane' }, name), track);
  }
  const scale = element(
    'div',
    { className: 'scale' },
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => element('span', {}, formatLength(share * lengthMs))),
  );
  drawn.append(element('span'), scale);
  return drawn;
}

function laneWords({ name, marks }: Lane): string {
  const counts = new Map<string, number>();
  for (const { label } of marks) counts.set(label, (counts.get(label) ?? 0) + 1);
  return `${name}: ${[...counts]
    .slice(0, 8)
    .map(([label, count]) => (count > 1 ? `${label}, ${count} times` : label))
    .join('; ')}`;
}

/** The longest spans of each thread in the seconds before an event. */
function activityElement(afterMs: number, title: string, { windowMs, lanes }: ActivitySummary): HTMLElement {
  const heading = element('h4', {}, `${title}, ${(afterMs / 1_000).toFixed(1)} s after its start`);
  return element(
    'section',
    { className: 'activity', ariaLabel: title },
    heading,
    ...lanes.map((lane) => laneElement(lane, windowMs)),
  );
}

function laneElement({ lane, isInline, busyShare, longest }: LaneActivity, windowMs: number): HTMLElement {
  const where = isInline && lane !== 'main' ? `${lane} (on main)` : lane;
  const rows = longest.map(({ name, startedAgoMs, durationMs, isOpen }) => {
    const bar = element('span', { className: 'mark-playing' });
    const track = element('span', { className: 'track' }, bar);
    place(bar, Math.max(0, 1 - startedAgoMs / windowMs), durationMs / windowMs);
    const words = `${name} ${isOpen === true ? 'under way for ' : ''}${formatMs(durationMs)}`;
    return element('li', {}, element('span', { className: 'lane' }, words), track);
  });
  return element(
    'div',
    {},
    element('p', { className: 'hint' }, `${where}: busy for ${formatShare(busyShare)} of ${formatMs(windowMs)}`),
    element('ul', { className: 'spans' }, ...rows),
  );
}

function place(mark: HTMLElement, start: number, length: number): void {
  mark.style.insetInlineStart = `${(Math.min(start, 1) * 100).toFixed(3)}%`;
  mark.style.inlineSize = `${(Math.min(length, 1 - start) * 100).toFixed(3)}%`;
}
