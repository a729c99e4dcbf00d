import * as z from 'zod/mini';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import { FEEDBACK_KINDS, type FeedbackKind } from '../../../protocol/provider/player-response.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import { KEY_SYSTEMS, type KeySystem } from '../../../protocol/media/content-protection.ts';
import type { Signer } from './signer.ts';

const SESSION_CHARACTERS = 16;
const Shared = z.object({ videoId: z.string(), listId: z.optional(z.string()) });
const Feedback = z.object({ videoId: z.string(), kind: z.enum(FEEDBACK_KINDS) });
const Heartbeat = z.object({ videoId: z.string(), session: z.string(), startedMs: z.number() });
const License = z.object({
  videoId: z.string(),
  system: z.enum(KEY_SYSTEMS),
  session: z.string(),
  untilMs: z.number(),
});

/** Tokens that a page gets with a video and returns with calls about it (N7–N10, N23). */
export interface VideoTokens {
  /** `listId`: id of the catalog's list from which the page plays the video. */
  shared(videoId: string, listId?: string): string;
  openShared(token: string): z.infer<typeof Shared> | undefined;
  /** A token for each of {@link FEEDBACK_KINDS}, in that order. */
  feedback(videoId: string): string[];
  openFeedback(token: string): { readonly videoId: string; readonly kind: FeedbackKind } | undefined;
  heartbeat(videoId: string): string;
  openHeartbeat(token: string): z.infer<typeof Heartbeat> | undefined;
  /** A token for license requests, valid until `untilMs`. */
  license(videoId: string, system: KeySystem, untilMs: number): string;
  /** Opens a token; `undefined` for an invalid or expired token. */
  openLicense(token: string): z.infer<typeof License> | undefined;
}

export function createVideoTokens(signer: Signer, clock: Clock, random: Random): VideoTokens {
  return {
    shared: (videoId, listId) => signer.sign('shared', { videoId, listId }),
    openShared: (token) => signer.open('shared', Shared, token),
    feedback: (videoId) => FEEDBACK_KINDS.map((kind) => signer.sign('feedback', { videoId, kind })),
    openFeedback: (token) => signer.open('feedback', Feedback, token),
    heartbeat: (videoId) =>
      signer.sign('heartbeat', {
        videoId,
        session: makeNonce(random.bytes(SESSION_CHARACTERS)),
        startedMs: clock.now(),
      }),
    openHeartbeat: (token) => signer.open('heartbeat', Heartbeat, token),
    license: (videoId, system, untilMs) =>
      signer.sign('license', { videoId, system, untilMs, session: makeNonce(random.bytes(SESSION_CHARACTERS)) }),
    openLicense(token) {
      const license = signer.open('license', License, token);
      return license !== undefined && license.untilMs > clock.now() ? license : undefined;
    },
  };
}
