import { REQUEST_MAX_AGE_MS } from '../../../protocol/constants.ts';
import type { EventName } from '../../../protocol/events/events.ts';
import { ObservationPages, type ObservedEvent } from '../../../protocol/provider/observation.ts';
import { ListedVideos } from '../../../protocol/provider/viewers-report.ts';
import { formatSession } from '../live-page/format.ts';
import type { Addresses } from './addresses.ts';
import { operatorCall } from '../../provider/operator-page-parts/operator-call.ts';
import { element } from '../plots/elements.ts';
import { asNumber, asText, payloadOf, type Payload } from './event-payload.ts';
import { formatMoment, formatMs } from './format.ts';
import { numbersTable } from '../plots/numbers-table.ts';

const ROWS = 20;

/** Events that describe a session, the most important last, each with its text. */
const TELLING = [
  ['playbackStarted', ({ startUpMs, quality }) => joined(', ', `began${waitOf('after', startUpMs)}`, asText(quality))],
  ['playbackStalled', ({ durationMs }) => `stalled${waitOf('for', durationMs)}`],
  ['playbackFailed', ({ code, message }) => joined(' ', 'failed:', asText(code), asText(message))],
] as const satisfies readonly (readonly [name: EventName, words: (payload: Payload) => string])[];

/** A longer wait is not shown: clients may send any value. */
const WAIT_MAX_MS = 3_600_000;

function waitOf(word: 'after' | 'for', durationMs: unknown): string {
  const ms = asNumber(durationMs);
  if (ms === null || ms < 0) return '';
  return ms > WAIT_MAX_MS ? ` ${word} more than an hour` : ` ${word} ${formatMs(ms)}`;
}

function joined(separator: string, ...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(separator);
}

interface LatestSession {
  readonly id: string;
  readonly atMs: number;
  readonly video: string;
  readonly words: readonly string[];
}

/**
 * The latest sessions of a video, or of all videos, each with a link to its timeline; `null` if the provider does not respond.
 */
export async function latestSessions(addresses: Addresses, video: string): Promise<HTMLElement | null> {
  const found = await Promise.all(
    TELLING.map(([name]) => {
      const query = new URLSearchParams({ name, limit: String(ROWS) });
      if (video !== '') query.set('contains', `"videoId":${JSON.stringify(video)}`);
      return operatorCall(`${addresses.events}?${query.toString()}`, ObservationPages.events);
    }),
  );
  const events = found.flatMap((one) => (one.ok ? one.value : []));
  if (found.some((one) => !one.ok)) return null;
  const sessions = sessionsOf(events).slice(0, ROWS);
  const listed = await operatorCall(addresses.titles(sessions.map((one) => one.video)), ListedVideos);
  const titles = new Map(listed.ok ? listed.value.map(({ id, title }) => [id, title]) : []);
  return numbersTable({
    caption: 'Latest sessions',
    rows: sessions,
    empty: 'No sessions stored. They are kept as long as their events.',
    columns: [
      {
        title: 'Session',
        text: ({ id }) => element('a', { href: addresses.page({ session: id }), className: 'code' }, formatSession(id)),
      },
      { title: 'Last', text: ({ atMs }) => formatMoment(atMs) },
      { title: 'Video', text: (session) => titles.get(session.video) ?? session.video },
      { title: 'What happened', text: ({ words }) => words.join('; ') },
    ],
  });
}

/** Sessions of the events, the latest first. */
export function sessionsOf(events: readonly ObservedEvent[]): LatestSession[] {
  const sessions = new Map<string, LatestSession>();
  for (const event of events.toSorted((left, right) => momentOf(left) - momentOf(right))) {
    const id = event.clientEventId.split('.')[0] ?? '';
    const payload = payloadOf(event);
    const words = TELLING.find(([name]) => name === event.name)?.[1](payload) ?? event.name;
    const known = sessions.get(id);
    sessions.set(id, {
      id,
      atMs: momentOf(event),
      video: asText(payload['videoId']),
      words: [...(known?.words ?? []), words],
    });
  }
  return [...sessions.values()].sort((left, right) => right.atMs - left.atMs);
}

/** Time of an event. Rows of an earlier version may have a wrong time, in the future or long past; then the arrival counts. */
function momentOf({ eventTimeMs, receivedAtMs }: ObservedEvent): number {
  const ageMs = receivedAtMs - eventTimeMs;
  return ageMs >= 0 && ageMs <= REQUEST_MAX_AGE_MS ? eventTimeMs : receivedAtMs;
}
