import { sql } from 'kysely';
import type { Database, Result } from '../../provider/database/database.ts';
import type {
  EventTotal,
  LogTotal,
  ObservedBatch,
  ObservedErrorReport,
  ObservedEvent,
  ObservedSession,
} from '../../../protocol/provider/observation.ts';
import type { Limits } from '../../provider/settings/limits.ts';
import { numberOf, textOf, textOrNull } from '../../provider/database/row.ts';
import { queriesFor, statementOf, type Queries } from '../../provider/database/queries/queries.ts';
import { eventsOf, type EventFilter, type Page } from './filters.ts';

/** Limit of rows in the summary: senders choose the names of events, so only the most frequent names are shown. */
const TOTAL_ROWS_MAX = 200;

/** Reads received events, batches and reports from the database. */
export class ObservationStore {
  readonly #database: Database;
  readonly #queries: Queries;
  readonly #searchedMax: number;

  constructor(database: Database, { searchedEventsMax }: Pick<Limits, 'searchedEventsMax'>) {
    this.#database = database;
    this.#queries = queriesFor(database.dialect);
    this.#searchedMax = searchedEventsMax;
  }

  logTotals(): Promise<LogTotal[]> {
    return this.#all(this.#queries.selectFrom('log_totals').selectAll().orderBy('endpoint'), (row) => ({
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
    const totals = this.#queries.selectFrom('event_totals').selectAll().orderBy('count', 'desc').limit(TOTAL_ROWS_MAX);
    return this.#all(totals, (row) => ({
      endpoint: textOf(row, 'endpoint'),
      name: textOf(row, 'name'),
      tier: numberOf(row, 'tier'),
      count: numberOf(row, 'count'),
      unknownPayloads: numberOf(row, 'unknown_payloads'),
    }));
  }

  async sessionCounts(activeSinceMs: number): Promise<{ total: number; active: number }> {
    const counted = this.#queries
      .selectFrom('sessions')
      .select(({ fn }) => [
        fn.countAll().as('total'),
        fn.countAll().filterWhere('last_seen_ms', '>=', activeSinceMs).as('active'),
      ])
      .where('is_page', '=', 1);
    const [counts] = await this.#all(counted, (row) => ({
      total: numberOf(row, 'total'),
      active: numberOf(row, 'active'),
    }));
    return counts ?? { total: 0, active: 0 };
  }

  clientDrops(): Promise<{ reason: string; count: number }[]> {
    const drops = this.#queries.selectFrom('client_drops').selectAll().orderBy('count', 'desc').limit(TOTAL_ROWS_MAX);
    return this.#all(drops, (row) => ({
      reason: textOf(row, 'reason'),
      count: numberOf(row, 'count'),
    }));
  }

  /** A text that changes whenever any process stores a batch or an error report. */
  async latest(): Promise<string> {
    const newest = (table: 'batches' | 'error_reports') =>
      statementOf(this.#queries.selectFrom(table).select(({ fn }) => fn.max('id').as('id')));
    const results = await this.#database.batch([newest('batches'), newest('error_reports')], 'read');
    return results.map(({ rows }) => numberOf(rows[0], 'id')).join(' ');
  }

  async errorReportCount(): Promise<number> {
    return this.#count(this.#queries.selectFrom('error_reports').select(countAll));
  }

  async eventCount(filter: EventFilter): Promise<number> {
    return this.#count(this.#events(filter, {}).select(countAll));
  }

  events(filter: EventFilter, page: Page): Promise<ObservedEvent[]> {
    const found = this.#events(filter, page).selectAll().orderBy('id', 'desc').limit(page.limit);
    return this.#all(found, (row) => ({
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
    return this.#all(this.#newest('batches', page), (row) => ({
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

  /** The latest sessions, without paging, because sessions change their position with every batch. */
  sessions(limit: number): Promise<ObservedSession[]> {
    const latest = this.#queries.selectFrom('sessions').selectAll().where('is_page', '=', 1);
    return this.#all(latest.orderBy('last_seen_ms', 'desc').limit(limit), (row) => ({
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
    return this.#all(this.#newest('error_reports', page), (row) => ({
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

  #events(filter: EventFilter, page: Pick<Page, 'before' | 'after'>) {
    return eventsOf(this.#queries, this.#database.dialect, filter, page, this.#searchedMax);
  }

  #newest(table: 'batches' | 'error_reports', { before, after, limit }: Page) {
    let query = this.#queries.selectFrom(table).selectAll();
    if (before !== undefined) query = query.where('id', '<', before);
    if (after !== undefined) query = query.where('id', '>', after);
    return query.orderBy('id', 'desc').limit(limit);
  }

  async #count(query: Query): Promise<number> {
    const [count] = await this.#all(query, (row) => numberOf(row, 'count'));
    return count ?? 0;
  }

  async #all<T>(query: Query, read: (row: Result['rows'][number]) => T): Promise<T[]> {
    const { rows } = await this.#database.execute(statementOf(query));
    return rows.map(read);
  }
}

type Query = Parameters<typeof statementOf>[0];

const countAll = sql<number>`count(*)`.as('count');
