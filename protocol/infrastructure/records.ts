import * as z from 'zod/mini';

export * from './user-identifier.ts';

/** Rows kept in IndexedDB. Version numbers stand in `constants.ts` (S2, S3). */

export const STORE_NAMES = { events: 'events', requests: 'LogsRequestsStore', config: 'configs' } as const;

export const EndpointName = z.enum(['log_event', 'video_stats']);
export type LogEndpoint = z.infer<typeof EndpointName>;

/** An event that was acknowledged and waits for its batch. `serialized` is what main made, sent unchanged. */
export const StoredEvent = z.object({
  id: z.string(),
  endpoint: EndpointName,
  tier: z.number(),
  serialized: z.string(),
  /** Wall time it was stored, milliseconds. */
  timestamp: z.number(),
  /** Name of the lock that proves the keeper alive (S10); a dead one's events are adopted. */
  owner: z.optional(z.string()),
});
export type StoredEvent = z.infer<typeof StoredEvent>;

/** Why events are given up. Their names are told to providers, so they stay what they are. */
export const DROP_REASONS = [
  /** A line that is no event. */
  'malformed',
  /** The page had no room for more without an acknowledgement. */
  'main',
  /** No room in the store. */
  'capacity',
  /** Too old to be told from a repeat (S6). */
  'expired',
  /** The provider said that it can never be taken (S7) … */
  'rejected',
  /** … or refused it time after time. */
  'refused',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Events given up, and why. */
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
    /** JSON text, or the same as gzip where `Content-Encoding` says so. */
    body: z.union([z.string(), z.instanceof(Uint8Array)]),
  }),
  /** Wall time of creation, milliseconds. */
  timestamp: z.number(),
  /** Wall time the oldest event inside was logged, milliseconds: past S6 nobody can tell it from a repeat. */
  loggedAtMs: z.optional(z.number()),
  status: RequestStatus,
  sendCount: z.int(),
  /** Times the provider refused it with a status that may be for good. */
  refusedCount: z.optional(z.int()),
  skipRetry: z.optional(z.boolean()),
  /** Client event ids inside, so that a row names what is lost if it has to go. */
  eventIds: z.array(z.string()),
  /** Lowest tier inside; past the caps the lowest goes first. */
  tier: z.number(),
  /** Bytes of the body. */
  sizeBytes: z.int(),
  /** Stored while the browser said it was offline: expires sooner (S6). */
  offline: z.boolean(),
  /** Name of the lock that proves the picker alive, while QUEUED (S10). */
  owner: z.optional(z.string()),
  /** Wall time it was picked, milliseconds (S5). */
  queuedAt: z.optional(z.number()),
  /** Losses this request reports; they count again if it is lost itself. */
  dropped: z.optional(z.array(DroppedEvents)),
});
export type StoredRequest = z.infer<typeof StoredRequest>;

/** A config store record (C8). */
export const ConfigRecord = z.object({
  config: z.enum(['hot', 'cold']),
  hashData: z.string(),
  configData: z.unknown(),
  timestamp: z.number(),
});
export type ConfigRecord = z.infer<typeof ConfigRecord>;
