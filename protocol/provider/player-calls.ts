import * as z from 'zod/mini';
import { Id, Name, Token } from '../runtime/bounded.ts';
import { ResponseContext } from './response-context.ts';

/** Separate from the schema of the player response, because main reads the response and sends none of these calls (N23). */

export const PlayerRequest = z.object({
  videoId: z.optional(Id),
  playlistId: z.optional(Id),
  /** Kind of the list that `playlistId` names; `user_uploads` makes it a channel (C2). */
  listType: z.optional(Name),
  playlistIndex: z.optional(z.int()),
  /** A list without an id; the response describes its videos. */
  playlistVideoIds: z.optional(z.array(Id).check(z.maxLength(1_000))),
});

export const HeartbeatRequest = z.object({ videoId: Id, heartbeatToken: Token, sequenceNumber: z.int() });
export const HeartbeatResponse = z.object({
  responseContext: z.optional(ResponseContext),
  /** `stop` ends playback with `heartbeat.stop` (H5). */
  status: z.enum(['ok', 'stop']),
  reason: z.optional(z.string()),
  intervalMs: z.int(),
});
