import * as z from 'zod/mini';

import { DroppedEvents } from '../events/dropped-events.ts';
import { LOG_ENDPOINTS } from '../events/log-endpoints.ts';

export * from './user-identifier.ts';

/** Rows kept in IndexedDB. Version numbers are in `constants.ts` (S2, S3). */

export const STORE_NAMES = { events: 'events', requests: 'LogsRequestsStore', config: 'configs' } as const;

/**
 * An acknowledged event that waits for its batch. `serialized` is the text from main, sent unchanged. A row of the database
 * holds one event, or several events that were stored together, one a line.
 */
export const StoredEvent = z.object({
  id: z.string(),
  /** Ids of the events, if the row holds several. */
  eventIds: z.optional(z.array(z.string())),
  endpoint: z.enum(LOG_ENDPOINTS),
  tier: z.number(),
  serialized: z.string(),
  /** Wall time it was stored, milliseconds. */
  timestamp: z.number(),
  /** Name of the lock that proves the owner alive (S10); events of a dead owner are adopted. */
  owner: z.optional(z.string()),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

export const RequestStatus = z.enum(['NEW', 'QUEUED']);
export type RequestStatus = z.infer<typeof RequestStatus>;

/** A stored log request (C7). */
export const StoredRequest = z.object({
  id: z.string(),
  url: z.string(),
  options: z.object({
    method: z.literal('POST'),
    headers: z.record(z.string(), z.string()),
    /** JSON text, or gzip where `Content-Encoding` says so. */
    body: z.union([z.string(), z.instanceof(Uint8Array)]),
  }),
  /** Wall time of creation, milliseconds. */
  timestamp: z.number(),
  /** Wall time the oldest event inside was logged, milliseconds: past its maximum age (S6) the provider cannot detect a duplicate. */
  loggedAtMs: z.optional(z.number()),
  status: RequestStatus,
  sendCount: z.int(),
  /** Refusals by the provider with a status that may be permanent. */
  refusedCount: z.optional(z.int()),
  /** The request is sent once: any failure deletes it. */
  skipRetry: z.optional(z.boolean()),
  /** Client event ids inside, so that a dropped row still names the lost events. */
  eventIds: z.array(z.string()),
  /** Lowest tier inside; over capacity the lowest tier is dropped first. */
  tier: z.number(),
  /** Bytes of the body. */
  sizeBytes: z.int(),
  /** Whether the request was stored while the browser reported to be offline: it then expires sooner (S6). */
  offline: z.boolean(),
  /** Name of the lock that proves the sender alive, while QUEUED (S10). */
  owner: z.optional(z.string()),
  /** Wall time it became QUEUED, milliseconds (S5). */
  queuedAt: z.optional(z.number()),
  /** Dropped events that this request reports; they are counted again if the request itself is dropped. */
  dropped: z.optional(z.array(DroppedEvents)),
});
export type StoredRequest = z.infer<typeof StoredRequest>;

/** A config store record (C8): half of the configuration, or the consistency tokens (N18), which have no hash. */
export const ConfigRecord = z.object({
  config: z.enum(['hot', 'cold', 'tokenJar']),
  hashData: z.string(),
  configData: z.unknown(),
  timestamp: z.number(),
});
export type ConfigRecord = z.infer<typeof ConfigRecord>;
