import { sql } from 'kysely';
import type { Dialect } from '../../provider/database/queries/dialect.ts';
import { FRAGMENTS } from '../../provider/database/queries/fragments.ts';
import type { Queries } from '../../provider/database/queries/queries.ts';

const PAGE_ROWS_DEFAULT = 100;
export const PAGE_ROWS_MAX = 1_000;

/** Selects the events of a list or a count. */
export interface EventFilter {
  readonly endpoint?: string | undefined;
  readonly name?: string | undefined;
  readonly tier?: string | undefined;
  /** Session part of the client event id. */
  readonly session?: string | undefined;
  /** Text that the payload contains. */
  readonly contains?: string | undefined;
}

/** A page of rows, newest first: only rows before the id `before` and after the id `after`. */
export interface Page {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

type Bounds = Pick<Page, 'before' | 'after'>;

export function readFilter(query: Readonly<Record<string, string>>): EventFilter {
  const { endpoint, name, tier, session, contains } = query;
  return { endpoint, name, tier, session, contains };
}

export function readPage(query: Readonly<Record<string, string>>): Page {
  const limit = readNumber(query['limit']) ?? PAGE_ROWS_DEFAULT;
  return {
    before: readNumber(query['before']),
    after: readNumber(query['after']),
    limit: Math.min(Math.max(1, limit), PAGE_ROWS_MAX),
  };
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/**
 * Query for the events of a filter. A search without an index reads a limited number of events, the newest before the page's `before`:
 * an interval of ids, which increase by one.
 */
export function eventsOf(queries: Queries, dialect: Dialect, filter: EventFilter, page: Bounds, searchedMax: number) {
  const { endpoint, name, tier, session, contains } = filter;
  const { before, after } = page;
  const equal: readonly (readonly [column: 'endpoint' | 'name' | 'session_id', value: string | undefined])[] = [
    ['endpoint', endpoint],
    ['name', name],
    ['session_id', session],
  ];
  let query = queries.selectFrom('events');
  for (const [column, value] of equal) if (value !== undefined) query = query.where(column, '=', value);
  if (tier !== undefined) query = query.where('tier', '=', readNumber(tier) ?? NO_TIER);
  if (contains !== undefined)
    query = query.where(sql<boolean>`${FRAGMENTS[dialect].position}(payload, ${contains}) > 0`);
  if (before !== undefined) query = query.where('id', '<', before);
  if (after !== undefined) query = query.where('id', '>', after);
  const isSearch = [endpoint, name, tier, contains].some((value) => value !== undefined);
  if (!isSearch) return query;
  const oldest =
    before === undefined ? sql<number>`(SELECT max(id) + 1 FROM events) - ${searchedMax}` : before - searchedMax;
  return query.where('id', '>=', oldest);
}

/** A tier that no event has. */
const NO_TIER = -1;
