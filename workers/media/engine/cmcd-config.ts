import type { HlsConfig } from 'hls.js';
import type { MediaSourceDescription } from '../../../protocol/media/media-engine.ts';
import { hexOf } from '../../../protocol/runtime/hex-of.ts';

type Keys = NonNullable<NonNullable<HlsConfig['cmcd']>['includeKeys']>;

/** Keys about playback, the object and the connection; no key about viewer, device or page (CTA-5004-A). */
const PLAYBACK_KEYS: Keys = [
  ...(['bl', 'br', 'bs', 'cid', 'd', 'dl', 'lb', 'ltc', 'msd', 'mtp', 'nor', 'ot'] as const),
  ...(['pb', 'pr', 'rtp', 'sf', 'st', 'sta', 'su', 'tb', 'tpb', 'v'] as const),
];
/** Length of a random id of 32 hexadecimal digits. */
export const CMCD_SESSION_BYTES = 16;

/**
 * Common Media Client Data in requests of playlists and segments.
 *
 * @param session Random bytes for this playback only, which are not stored; without consent they are not sent.
 */
export function cmcdConfig(
  { isInHeaders, hasSession }: NonNullable<MediaSourceDescription['cmcd']>,
  videoId: string,
  session: Uint8Array,
): Partial<HlsConfig> {
  return {
    cmcd: {
      version: 2,
      useHeaders: isInHeaders,
      contentId: videoId,
      ...(hasSession ? { sessionId: hexOf(session) } : {}),
      includeKeys: hasSession ? [...PLAYBACK_KEYS, 'sid'] : PLAYBACK_KEYS,
    },
  };
}
