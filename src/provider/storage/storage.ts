import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { BodyLimits } from '../http/read-body.ts';
import { createBudgets } from '../budgets/create-budgets.ts';
import { EventIngest } from '../logs/event-ingest.ts';
import type { CreateEventProjection } from '../logs/event-projection.ts';
import { EventStore, type EventSink } from '../logs/event-store.ts';
import type { Limits } from '../settings/limits.ts';
import type { LogIngest } from '../logs/log-post.ts';
import type { Database } from '../database/database.ts';
import {
  DatabaseUnavailable,
  openDatabases,
  type DatabaseAddress,
  type OpenDatabases,
} from '../database/open-database.ts';

export type StorageLimits = BodyLimits & Pick<Limits, 'eventRetentionDays' | 'databaseMaxBytes' | 'streamMaxBytes'>;

/** Size of the file relative to the budgets: headroom for shedding, which a flood could otherwise outpace. */
const FILE_SHARE_OF_BUDGET = 1.1;

/** Addresses of the database and of the stream in front of it. */
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
  /** Rejects while the stream does not respond. */
  readonly checkStream: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A stream in front of the database. */
export interface EventStream extends EventSink {
  /** Rejects while the stream does not respond. */
  check(): Promise<void>;
  close(): Promise<void>;
}

export interface EventStreamOptions {
  /** Addresses of the NATS servers, joined by commas. */
  readonly url: string;
  readonly maxBytes: number;
  readonly clock: Clock;
}

/** Optional parts of a server, besides libSQL and the log of events. */
export interface StorageParts {
  readonly createProjection?: CreateEventProjection;
  readonly openPostgres?: OpenDatabases;
  readonly openStream?: (options: EventStreamOptions) => Promise<EventStream>;
}

/** Storage in this process. */
export async function openStorage(
  address: StorageAddress,
  clock: Clock,
  limits: StorageLimits,
  { createProjection, openPostgres, openStream }: StorageParts = {},
): Promise<Storage> {
  const maxFileBytes = limits.databaseMaxBytes * FILE_SHARE_OF_BUDGET;
  const { state, events } = await openDatabases(address, clock, { maxFileBytes, openPostgres });
  const stream = await streamAt(address.natsUrl, { maxBytes: limits.streamMaxBytes, clock }, openStream).catch(
    async (error: unknown) => {
      await state.close();
      throw error;
    },
  );
  const { admission } = createBudgets(state, clock, limits.databaseMaxBytes);
  const store = new EventStore({ database: events, clock, limits, admission, createProjection });
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

async function streamAt(
  url: string | undefined,
  options: Omit<EventStreamOptions, 'url'>,
  open: StorageParts['openStream'],
): Promise<EventStream | undefined> {
  if (url === undefined) return undefined;
  if (open === undefined) throw new DatabaseUnavailable('This server has no stream of events: remove ORIEL_NATS_URL.');
  return open({ url, ...options });
}
