import {
  EVENT_PAYLOADS,
  EVENT_PAYLOAD_MAX_CHARACTERS,
  WORKER_EVENTS,
  type WireEvent,
} from '../../../protocol/events/events.ts';
import type { EventRow, SessionRow } from './event-statements.ts';

export interface ReadEvent {
  readonly row: EventRow;
  /** Payload parsed by the schema of the event's name; `undefined` if it does not fit. */
  readonly payload: unknown;
}

/** A row for the statements. The event's time is corrected by the skew of the client's clock. */
export function readEvent(event: WireEvent, nowMs: number, skewMs: number): ReadEvent {
  const [sessionId = '', index = '0'] = event.clientEventId.split('.');
  const schema = Object.hasOwn(EVENT_PAYLOADS, event.name)
    ? EVENT_PAYLOADS[event.name as keyof typeof EVENT_PAYLOADS]
    : undefined;
  const payload = JSON.stringify(event.payload);
  const isKept = payload.length <= EVENT_PAYLOAD_MAX_CHARACTERS;
  const parsed = isKept ? schema?.safeParse(event.payload) : undefined;
  const row: EventRow = {
    id: event.clientEventId,
    session_id: sessionId,
    event_index: Number(index),
    name: withoutNul(event.name),
    tier: event.tier,
    sequence_id: withoutNul(event.sequence.id),
    sequence_index: event.sequence.index,
    event_time_ms: wholeMs(event.eventTimeMs + skewMs, nowMs),
    /** A payload that is too long is dropped: the event still counts. */
    payload: isKept ? payload : '{}',
    payload_known: parsed?.success === true ? 1 : 0,
  };
  return { row, payload: parsed?.data };
}

/** PostgreSQL refuses text with this character, and functions of SQLite end there. */
function withoutNul(text: string): string {
  return text.replaceAll('\0', '\uFFFD');
}

/** Whole milliseconds for the column; `otherwise` for an absurd clock, so that the event is still stored. */
export function wholeMs(time: number, otherwise: number): number {
  const whole = Math.round(time);
  return Number.isSafeInteger(whole) ? whole : otherwise;
}

/** Events by their sessions; most batches have events of one session. */
export function bySession(rows: readonly EventRow[]): ReadonlyMap<string, readonly EventRow[]> {
  const sessions = new Map<string, EventRow[]>();
  for (const row of rows) {
    const known = sessions.get(row.session_id);
    if (known === undefined) sessions.set(row.session_id, [row]);
    else known.push(row);
  }
  return sessions;
}

/** Changes of a session's row by its events. */
export function sessionRow(session_id: string, rows: readonly EventRow[], holder: number): SessionRow {
  const indexes = rows.map(({ event_index }) => event_index);
  const isPage = rows.some(({ name }) => !(WORKER_EVENTS as readonly string[]).includes(name));
  const range = { lowest: Math.min(...indexes), highest: Math.max(...indexes) };
  return { session_id, received: rows.length, ...range, is_page: isPage ? 1 : 0, holder };
}

/** The videos that events name. */
export function videosOf(events: readonly Pick<WireEvent, 'payload'>[]): string[] {
  const ids = events.map(({ payload }) => payload['videoId']);
  return [...new Set(ids.filter((id) => typeof id === 'string'))];
}
