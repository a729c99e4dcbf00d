import { ErrorDetails } from 'hls.js';
import type { EngineFault, RecoveryStep } from './recovery.ts';

/** Interval of checks whether a stream has resumed: about the length of a segment. */
export const LIVE_RETRY_MS = 3_000;

/** `wait`: check again later, as often as it takes. `restart`: reopen the stream at its head. */
export type LiveStep = { readonly what: 'wait' } | { readonly what: 'restart'; readonly delayMs: number };

export interface LiveFault {
  readonly details: ErrorDetails;
  readonly hasLevels: boolean;
  /** A playlist of segments has been read. */
  readonly isRead: boolean;
}

/**
 * Replaces a step of recovery where a stream is live: an encoder that has stopped may return, and segments that it has dropped
 * in between are not needed. Errors remain for a viewer who may not watch, and for an address without a playlist.
 */
export function liveStep(
  step: RecoveryStep,
  fault: EngineFault,
  { details, hasLevels, isRead }: LiveFault,
): RecoveryStep | LiveStep {
  // The response is no playlist, or lists itself. If it was read before, its file is just being replaced: that is no such fault.
  const isNoPlaylist =
    (details === ErrorDetails.MANIFEST_PARSING_ERROR && !hasLevels) ||
    (details === ErrorDetails.LEVEL_PARSING_ERROR && !isRead);
  if (fault.status === 401 || fault.status === 403 || isNoPlaylist) return step;
  if (details === ErrorDetails.LEVEL_PARSING_ERROR) return { what: 'restart', delayMs: 0 };
  if (fault.kind === 'network' && fault.segment === null) return { what: 'wait' };
  if (fault.kind === 'network' && step.what === 'give-up') return { what: 'restart', delayMs: LIVE_RETRY_MS };
  return step;
}
