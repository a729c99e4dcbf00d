import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { BodyLimits } from '../http/read-body.ts';
import { EventIngest } from '../logs/event-ingest.ts';
import { EventStore } from '../logs/event-store.ts';
import type { Limits } from '../settings/limits.ts';
import type { LogIngest } from '../logs/log-post.ts';
import type { Database } from './database.ts';
import { openDatabases, type DatabaseAddress } from './open-database.ts';

export type StorageLimits = BodyLimits & Pick<Limits, 'eventRetentionDays' | 'databaseMaxBytes'>;

/** Headroom for shedding, and a flood cannot outpace it. */
const FILE_SHARE_OF_BUDGET = 1.1;

/** The database, with the parser and store of events beside it, in this process or another. */
export interface Storage {
  readonly database: Database;
  readonly logs: LogIngest;
  /** Pending calls, if they go to another process. */
  readonly queuedCalls: () => number;
}

/** Storage in this process. */
export async function openStorage(address: DatabaseAddress, clock: Clock, limits: StorageLimits): Promise<Storage> {
  const { state, events } = await openDatabases(address, clock, limits.databaseMaxBytes * FILE_SHARE_OF_BUDGET);
  return {
    database: state,
    logs: new EventIngest(new EventStore(events, clock, limits), limits),
    queuedCalls: () => 0,
  };
}
