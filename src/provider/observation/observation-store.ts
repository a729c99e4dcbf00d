import type { Database, Result, Value } from '../database/database.ts';
import type {
  EventTotal,
  LogTotal,
  ObservedBatch,
  ObservedErrorReport,
  ObservedEvent,
  ObservedSession,
} from '../../../protocol/provider/observation.ts';
import type { Limits } from '../settings/limits.ts';
import { numberOf, textOf, textOrNull } from '../database/row.ts';
import { eventsWhere, whereOf, type EventFilter, type Page } from './filters.ts';

/** Senders choose the names; the summary shows the most frequent. */
const TOTAL_ROWS_MAX = 200;

/** Reads what was received from the database. */
export class ObservationStore {
  readonly #database: Database;
  readonly #searchedMax: number;

  constructor(database: Database, { searchedEventsMax }: Pick<Limits, 'searchedEventsMax'>) {
    this.#database = database;
    this.#searchedMax = searchedEventsMax;
  }

  logTotals(): Promise<LogTotal[]> {
    return this.#all('SELECT * FROM log_totals ORDER BY endpoint', [], (row) => ({
      endpoint: textOf(row, 'endpoint'),
      batches: numberOf(row, 'batches'),
      events: numberOf(row, 'events'),
      accepted: numberOf(row, 'accepted'),
      repeated: numberOf(row, 'repeated'),
      retried: numberOf(row, 'retried'),
      wireBytes: numberOf(row, 'wire_bytes'),
      rawBytes: numberOf(row, 'raw_bytes'),
    }));
  }

  eventTotals(): Promise<EventTotal[]> {
    return this.#all('SELECT * FROM event_totals ORDER BY count DESC LIMIT ?', [TOTAL_ROWS_MAX], (row) => ({
      endpoint: textOf(row, 'endpoint'),
      name: textOf(row, 'name'),
      tier: numberOf(row, 'tier'),
      count: numberOf(row, 'count'),
      unknownPayloads: numberOf(row, 'unknown_payloads'),
    }));
  }

  async sessionCounts(activeSinceMs: number): Promise<{ total: number; active: number }> {
    const sql =
      'SELECT count(*) AS total, count(*) FILTER (WHERE last_seen_ms >= ?) AS active FROM sessions WHERE is_page';
    const [counts] = await this.#all(sql, [activeSinceMs], (row) => ({
      total: numberOf(row, 'total'),
      active: numberOf(row, 'active'),
    }));
    return counts ?? { total: 0, active: 0 };
  }

  clientDrops(): Promise<{ reason: string; count: number }[]> {
    return this.#all('SELECT * FROM client_drops ORDER BY count DESC LIMIT ?', [TOTAL_ROWS_MAX], (row) => ({
      reason: textOf(row, 'reason'),
      count: numberOf(row, 'count'),
    }));
  }

  async errorReportCount(): Promise<number> {
    const [count] = await this.#all('SELECT count(*) AS count FROM error_reports', [], (row) => numberOf(row, 'count'));
    return count ?? 0;
  }

  async eventCount(filter: EventFilter): Promise<number> {
    const { where, args } = eventsWhere(filter, {}, this.#searchedMax);
    const sql = `SELECT count(*) AS count FROM events ${where}`;
    const [count] = await this.#all(sql, args, (row) => numberOf(row, 'count'));
    return count ?? 0;
  }

  events(filter: EventFilter, page: Page): Promise<ObservedEvent[]> {
    const { where, args } = eventsWhere(filter, page, this.#searchedMax);
    return this.#all(`SELECT * FROM events ${where} ORDER BY id DESC LIMIT ?`, [...args, page.limit], (row) => ({
      id: numberOf(row, 'id'),
      clientEventId: textOf(row, 'client_event_id'),
      endpoint: textOf(row, 'endpoint'),
      name: textOf(row, 'name'),
      tier: numberOf(row, 'tier'),
      eventTimeMs: numberOf(row, 'event_time_ms'),
      receivedAtMs: numberOf(row, 'received_at_ms'),
      batchId: numberOf(row, 'batch_id'),
      payload: textOf(row, 'payload'),
    }));
  }

  batches(page: Page): Promise<ObservedBatch[]> {
    const { where, args } = whereOf({}, page);
    return this.#all(`SELECT * FROM batches ${where} ORDER BY id DESC LIMIT ?`, [...args, page.limit], (row) => ({
      id: numberOf(row, 'id'),
      receivedAtMs: numberOf(row, 'received_at_ms'),
      endpoint: textOf(row, 'endpoint'),
      encoding: textOf(row, 'encoding'),
      wireBytes: numberOf(row, 'wire_bytes'),
      rawBytes: numberOf(row, 'raw_bytes'),
      clockSkewMs: numberOf(row, 'clock_skew_ms'),
      events: numberOf(row, 'events'),
      accepted: numberOf(row, 'accepted'),
      repeated: numberOf(row, 'repeated'),
      retryCount: numberOf(row, 'retry_count'),
    }));
  }

  /** The latest first; without paging, because sessions change their position with every batch. */
  sessions(limit: number): Promise<ObservedSession[]> {
    return this.#all('SELECT * FROM sessions WHERE is_page ORDER BY last_seen_ms DESC LIMIT ?', [limit], (row) => ({
      sessionId: textOf(row, 'session_id'),
      firstSeenMs: numberOf(row, 'first_seen_ms'),
      lastSeenMs: numberOf(row, 'last_seen_ms'),
      clientVersion: textOf(row, 'client_version'),
      events: numberOf(row, 'events'),
      repeats: numberOf(row, 'repeats'),
      batches: numberOf(row, 'batches'),
      missing: Math.max(
        0,
        numberOf(row, 'highest_index') - numberOf(row, 'lowest_index') + 1 - numberOf(row, 'events'),
      ),
    }));
  }

  errorReports(page: Page): Promise<ObservedErrorReport[]> {
    const { where, args } = whereOf({}, page);
    return this.#all(`SELECT * FROM error_reports ${where} ORDER BY id DESC LIMIT ?`, [...args, page.limit], (row) => ({
      id: numberOf(row, 'id'),
      receivedAtMs: numberOf(row, 'received_at_ms'),
      type: textOf(row, 'type'),
      message: textOf(row, 'message'),
      line: textOrNull(row, 'line'),
      level: textOrNull(row, 'level'),
      url: textOrNull(row, 'url'),
      file: textOrNull(row, 'file'),
      stack: textOrNull(row, 'stack'),
      thread: textOrNull(row, 'thread'),
      sampleWeight: numberOf(row, 'sample_weight'),
      activity: textOrNull(row, 'activity'),
    }));
  }

  async #all<T>(sql: string, args: Value[], read: (row: Result['rows'][number]) => T): Promise<T[]> {
    const { rows } = await this.#database.execute({ sql, args });
    return rows.map(read);
  }
}
