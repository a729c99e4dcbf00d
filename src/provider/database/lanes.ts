import type { Statement } from './database.ts';
import type { Dialect } from './queries/dialect.ts';

/** Keys of advisory locks of PostgreSQL, in a row of numbers that other programs are unlikely to use. */
export const LOCKS = { migration: 812_306_001, state: 812_306_002, events: 812_306_003 } as const;

/**
 * First statements of a transaction on the connection for state that changes rows of events, too: it waits for the lock of
 * the connection for events, so that the two transactions cannot deadlock.
 */
export function inLaneOfEvents(dialect: Dialect): Statement[] {
  return dialect === 'sqlite' ? [] : [`SELECT pg_advisory_xact_lock(${LOCKS.events})`];
}
