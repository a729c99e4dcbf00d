import * as z from 'zod/mini';

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
  /** A request that the provider can never accept (S7). */
  'rejected',
  /** A request that the provider refused repeatedly. */
  'refused',
  /** A request that is sent only once (C7), and failed. */
  'skip-retry',
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Number of events that were dropped for one reason. */
export const DroppedEvents = z.object({ reason: z.enum(DROP_REASONS), count: z.int() });
export type DroppedEvents = z.infer<typeof DroppedEvents>;
