import * as z from 'zod/mini';

export * from './user-identifier.ts';

/** Rows kept in IndexedDB. Version numbers are in `constants.ts` (S2, S3). */

export const STORE_NAMES = { events: 'events', requests: 'LogsRequestsStore', config: 'configs' } as const;

export const EndpointName = z.enum(['log_event', 'video_stats']);
export type LogEndpoint = z.infer<typeof EndpointName>;

/**
 * An acknowledged event that waits for its batch. `serialized` is the text from main, sent unchanged. A row of the database
 * holds one, or several that were stored together, a line each.
 */
export const StoredEvent = z.object({
  id: z.string(),
  /** Ids of the lines of a row with several. */
  eventIds: z.optional(z.array(z.string())),
  endpoint: EndpointName,
  tier: z.number(),
  serialized: z.string(),
  /** Wall time it was stored, milliseconds. */
  timestamp: z.number(),
  /** Name of the lock that proves the owner alive (S10); events of a dead owner are adopted. */
  owner: z.optional(z.string()),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

/** Why events are dropped. The names are sent to providers, so they must not change. */
export const DROP_REASONS = [
  /** A line that is not an event. */
  'malformed',
  /** Main ran out of room for unacknowledged events. */
  'main',
  /** The store is full. */
  'capacity',
  /** A request too old for the provider to detect a duplicate (S6). */
  'expired',
  /** The provider can never accept it (S7) … */
  'rejected',
  /** … or refused it repeatedly. */
  'refused',
  /** A request to be sent once, which failed (C7). */
  'skip-retry',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Dropped events, and why. */
export const DroppedEvents = z.object({ reason: z.enum(DROP_REASONS), count: z.int() });
export type DroppedEvents = z.infer<typeof DroppedEvents>;

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
  /** Wall time the oldest event inside was logged, milliseconds: past S6 the provider cannot detect a duplicate. */
  loggedAtMs: z.optional(z.number()),
  status: RequestStatus,
  sendCount: z.int(),
  /** Refusals by the provider with a status that may be permanent. */
  refusedCount: z.optional(z.int()),
  /** Sent once: any failure deletes it. */
  skipRetry: z.optional(z.boolean()),
  /** Client event ids inside, so that a dropped row still names the lost events. */
  eventIds: z.array(z.string()),
  /** Lowest tier inside; over capacity the lowest tier is dropped first. */
  tier: z.number(),
  /** Bytes of the body. */
  sizeBytes: z.int(),
  /** Stored while the browser said it was offline: expires sooner (S6). */
  offline: z.boolean(),
  /** Name of the lock that proves the sender alive, while QUEUED (S10). */
  owner: z.optional(z.string()),
  /** Wall time it became QUEUED, milliseconds (S5). */
  queuedAt: z.optional(z.number()),
  /** Losses that this request reports; counted again if it is lost itself. */
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
