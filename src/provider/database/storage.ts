import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { BodyLimits } from '../http/read-body.ts';
import { createBudgets } from '../budgets/create-budgets.ts';
import { EventIngest } from '../logs/event-ingest.ts';
import { EventStore } from '../logs/event-store.ts';
import type { Limits } from '../settings/limits.ts';
import type { LogIngest } from '../logs/log-post.ts';
import type { Database } from './database.ts';
import { openDatabases, type DatabaseAddress } from './open-database.ts';

export type StorageLimits = BodyLimits & Pick<Limits, 'eventRetentionDays' | 'databaseMaxBytes' | 'streamMaxBytes'>;

/** Headroom for shedding, and a flood cannot outpace it. */
const FILE_SHARE_OF_BUDGET = 1.1;

/** Where the database is, and the stream in front of it. */
export interface StorageAddress extends DatabaseAddress {
  /** Servers of NATS, joined by commas: accepted events go there, and a consumer process stores them. */
  readonly natsUrl?: string | undefined;
}

/** The database, with the parser and store of events beside it, in this process or another. */
export interface Storage {
  readonly database: Database;
  readonly logs: LogIngest;
  /** Pending calls, if they go to another process. */
  readonly queuedCalls: () => number;
  /** Rejects while the stream does not answer. */
  readonly checkStream: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Storage in this process. */
export async function openStorage(address: StorageAddress, clock: Clock, limits: StorageLimits): Promise<Storage> {
  const { state, events } = await openDatabases(address, clock, limits.databaseMaxBytes * FILE_SHARE_OF_BUDGET);
  const stream = await openStream(address.natsUrl, clock, limits).catch(async (error: unknown) => {
    await state.close();
    throw error;
  });
  const { admission } = createBudgets(state, clock, limits.databaseMaxBytes);
  const store = new EventStore({ database: events, clock, limits, admission });
  return {
    database: state,
    logs: new EventIngest({ events: stream ?? store, admission, limits }),
    queuedCalls: () => 0,
    checkStream: async () => stream?.check(),
    async close() {
      await stream?.close();
      await state.close();
    },
  };
}

/** Loaded where there is one. */
async function openStream(url: string | undefined, clock: Clock, { streamMaxBytes: maxBytes }: StorageLimits) {
  if (url === undefined) return undefined;
  const { EventStream } = await import('../stream/event-stream.ts');
  return EventStream.open({ url, maxBytes, clock });
}
