import type { Client, InValue, Row } from '@libsql/client';
import type {
  EventTotal,
  LogTotal,
  ObservedBatch,
  ObservedErrorReport,
  ObservedEvent,
  ObservedSession,
} from '../../../protocol/provider/observation.ts';
import { whereOf, type EventFilter, type Page } from './filters.ts';

/** Names are chosen by whoever sends; the summary shows the most frequent. */
const TOTAL_ROWS_MAX = 200;

/** What the database says of what was received. Reads only. */
export class ObservationStore {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  logTotals(): Promise<LogTotal[]> {
    return this.#all('SELECT * FROM log_totals ORDER BY endpoint', [], (row) => ({
      endpoint: text(row, 'endpoint'),
      batches: number(row, 'batches'),
      events: number(row, 'events'),
      accepted: number(row, 'accepted'),
      repeated: number(row, 'repeated'),
      wireBytes: number(row, 'wire_bytes'),
      rawBytes: number(row, 'raw_bytes'),
    }));
  }

  eventTotals(): Promise<EventTotal[]> {
    return this.#all('SELECT * FROM event_totals ORDER BY count DESC LIMIT ?', [TOTAL_ROWS_MAX], (row) => ({
      endpoint: text(row, 'endpoint'),
      name: text(row, 'name'),
      tier: number(row, 'tier'),
      count: number(row, 'count'),
      unknownPayloads: number(row, 'unknown_payloads'),
    }));
  }

  async sessionCounts(activeSinceMs: number): Promise<{ total: number; active: number }> {
    const sql = 'SELECT count(*) AS total, count(*) FILTER (WHERE last_seen_ms >= ?) AS active FROM sessions';
    const [counts] = await this.#all(sql, [activeSinceMs], (row) => ({
      total: number(row, 'total'),
      active: number(row, 'active'),
    }));
    return counts ?? { total: 0, active: 0 };
  }

  clientDrops(): Promise<{ reason: string; count: number }[]> {
    return this.#all('SELECT * FROM client_drops ORDER BY count DESC LIMIT ?', [TOTAL_ROWS_MAX], (row) => ({
      reason: text(row, 'reason'),
      count: number(row, 'count'),
    }));
  }

  async errorReportCount(): Promise<number> {
    const [count] = await this.#all('SELECT count(*) AS count FROM error_reports', [], (row) => number(row, 'count'));
    return count ?? 0;
  }

  async eventCount(filter: EventFilter): Promise<number> {
    const { where, args } = whereOf(filter);
    const sql = `SELECT count(*) AS count FROM events ${where}`;
    const [count] = await this.#all(sql, args, (row) => number(row, 'count'));
    return count ?? 0;
  }

  events(filter: EventFilter, page: Page): Promise<ObservedEvent[]> {
    const { where, args } = whereOf(filter, page);
    return this.#all(`SELECT * FROM events ${where} ORDER BY id DESC LIMIT ?`, [...args, page.limit], (row) => ({
      id: number(row, 'id'),
      clientEventId: text(row, 'client_event_id'),
      endpoint: text(row, 'endpoint'),
      name: text(row, 'name'),
      tier: number(row, 'tier'),
      eventTimeMs: number(row, 'event_time_ms'),
      receivedAtMs: number(row, 'received_at_ms'),
      batchId: number(row, 'batch_id'),
      payload: text(row, 'payload'),
    }));
  }

  batches(page: Page): Promise<ObservedBatch[]> {
    const { where, args } = whereOf({}, page);
    return this.#all(`SELECT * FROM batches ${where} ORDER BY id DESC LIMIT ?`, [...args, page.limit], (row) => ({
      id: number(row, 'id'),
      receivedAtMs: number(row, 'received_at_ms'),
      endpoint: text(row, 'endpoint'),
      encoding: text(row, 'encoding'),
      wireBytes: number(row, 'wire_bytes'),
      rawBytes: number(row, 'raw_bytes'),
      clockSkewMs: number(row, 'clock_skew_ms'),
      events: number(row, 'events'),
      accepted: number(row, 'accepted'),
      repeated: number(row, 'repeated'),
    }));
  }

  /** The latest first; there is no going back further, sessions change their place with every batch. */
  sessions(limit: number): Promise<ObservedSession[]> {
    return this.#all('SELECT * FROM sessions ORDER BY last_seen_ms DESC LIMIT ?', [limit], (row) => ({
      sessionId: text(row, 'session_id'),
      firstSeenMs: number(row, 'first_seen_ms'),
      lastSeenMs: number(row, 'last_seen_ms'),
      clientVersion: text(row, 'client_version'),
      events: number(row, 'events'),
      repeats: number(row, 'repeats'),
      batches: number(row, 'batches'),
      missing: Math.max(0, number(row, 'highest_index') - number(row, 'lowest_index') + 1 - number(row, 'events')),
    }));
  }

  errorReports(page: Page): Promise<ObservedErrorReport[]> {
    const { where, args } = whereOf({}, page);
    return this.#all(`SELECT * FROM error_reports ${where} ORDER BY id DESC LIMIT ?`, [...args, page.limit], (row) => ({
      id: number(row, 'id'),
      receivedAtMs: number(row, 'received_at_ms'),
      type: text(row, 'type'),
      message: text(row, 'message'),
      line: textOrNull(row, 'line'),
      level: textOrNull(row, 'level'),
      url: textOrNull(row, 'url'),
      file: textOrNull(row, 'file'),
      stack: textOrNull(row, 'stack'),
      thread: textOrNull(row, 'thread'),
      sampleWeight: number(row, 'sample_weight'),
    }));
  }

  async #all<T>(sql: string, args: InValue[], read: (row: Row) => T): Promise<T[]> {
    const { rows } = await this.#client.execute({ sql, args });
    return rows.map(read);
  }
}

function text(row: Row, column: string): string {
  return String(row[column]);
}

function textOrNull(row: Row, column: string): string | null {
  const value = row[column];
  return value === null || value === undefined ? null : String(value);
}

function number(row: Row, column: string): number {
  return Number(row[column]);
}
