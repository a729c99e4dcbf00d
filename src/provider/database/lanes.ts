import type { Statement } from './database.ts';
import type { Dialect } from './queries/dialect.ts';

/** Keys of advisory locks of PostgreSQL, in a row of numbers that other programs are unlikely to use. */
export const LOCKS = { migration: 812_306_001, state: 812_306_002, events: 812_306_003 } as const;

/**
 * Begins a transaction of the state's lane that changes rows of events, too: it waits for theirs, so that the two never
 * wait for rows of each other.
 */
export function inLaneOfEvents(dialect: Dialect): Statement[] {
  return dialect === 'sqlite' ? [] : [`SELECT pg_advisory_xact_lock(${LOCKS.events})`];
}
