import { mediaAddress } from '../media-address.ts';
import type { Ladder } from './ladder.ts';

/** Past this, the larger page would cost more than the saved requests. */
const INLINE_MAX_CHARACTERS = 65_536;

/**
 * A multivariant playlist with the playlists of its video and audio renditions, by address, to be inlined into the
 * page: the first frame then needs no request for them. Subtitles are omitted: the first frame does not need them.
 * `undefined` for a growing stream, whose playlists would be out of date on arrival.
 */
export function inlinePlaylists(ladder: Ladder): Record<string, string> | undefined {
  if (!ladder.isFinished) return undefined;
  const master = { [mediaAddress(ladder.reference)]: ladder.text };
  const renditions = ladder.renditions.map(({ reference, text }) => [mediaAddress(reference), text] as const);
  const playlists = { ...master, ...Object.fromEntries(renditions) };
  const characters = Object.values(playlists).reduce((sum, text) => sum + text.length, 0);
  if (characters <= INLINE_MAX_CHARACTERS) return playlists;
  /** The file on disk still names missing renditions, so the page has to inline the corrected playlist. */
  return ladder.isWhole ? undefined : master;
}
