import type { Value } from '../database/database.ts';

const PAGE_ROWS_DEFAULT = 100;
export const PAGE_ROWS_MAX = 1_000;

/** Selects the events of a list or a count. */
export interface EventFilter {
  readonly endpoint?: string | undefined;
  readonly name?: string | undefined;
  readonly tier?: string | undefined;
  /** Session part of the client event id. */
  readonly session?: string | undefined;
  /** Text contained in the payload. */
  readonly contains?: string | undefined;
}

/** Newest first. `before` pages back from a row, `after` stops at one. */
export interface Page {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
  readonly limit: number;
}

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

interface Conditions {
  readonly where: string;
  readonly args: Value[];
}

/**
 * The filter as SQL. A text search has no index, so it scans a limited number of events, the newest before the page's
 * end: ids are counted up one by one.
 */
export function eventsWhere(
  filter: EventFilter,
  page: Pick<Page, 'before' | 'after'>,
  searchedMax: number,
): Conditions {
  const isSearch = [filter.endpoint, filter.name, filter.tier, filter.contains].some((value) => value !== undefined);
  const { where, args } = whereOf(filter, page);
  if (!isSearch) return { where, args };
  const newest = page.before === undefined ? '(SELECT max(id) + 1 FROM events)' : '?';
  const bounds = page.before === undefined ? [searchedMax] : [page.before, searchedMax];
  return { where: `${where} AND id >= ${newest} - ?`, args: [...args, ...bounds] };
}

/** Conditions as SQL; only values come from the query, never parts of the statement. */
export function whereOf(filter: EventFilter, page?: Pick<Page, 'before' | 'after'>): Conditions {
  const conditions: readonly (readonly [sql: string, value: Value | undefined])[] = [
    ['endpoint = ?', filter.endpoint],
    ['name = ?', filter.name],
    ['tier = ?', filter.tier],
    ['session_id = ?', filter.session],
    ['instr(payload, ?) > 0', filter.contains],
    ['id < ?', page?.before],
    ['id > ?', page?.after],
  ];
  const used = conditions.filter(([, value]) => value !== undefined);
  const where = used.length === 0 ? '' : `WHERE ${used.map(([sql]) => sql).join(' AND ')}`;
  return { where, args: used.map(([, value]) => value as Value) };
}
