import { mediaAddress } from '../media-address.ts';
import type { Ladder } from './ladder.ts';

/** Past this the page would grow more than the saved requests are worth. */
const INLINE_MAX_CHARACTERS = 65_536;

/**
 * A multivariant playlist with the playlists of its video and audio renditions, by address, for the page to carry: the
 * first frame then needs no request for them. Subtitles are left out: the first frame does not need them. `undefined`
 * for a stream that still grows, whose playlists are old when they arrive.
 */
export function inlinePlaylists(ladder: Ladder): Record<string, string> | undefined {
  if (!ladder.isFinished) return undefined;
  const master = { [mediaAddress(ladder.reference)]: ladder.text };
  const renditions = ladder.renditions.map(({ reference, text }) => [mediaAddress(reference), text] as const);
  const playlists = { ...master, ...Object.fromEntries(renditions) };
  const characters = Object.values(playlists).reduce((sum, text) => sum + text.length, 0);
  if (characters <= INLINE_MAX_CHARACTERS) return playlists;
  /** The file still names what is missing, so the page has to carry the playlist that does not. */
  return ladder.isWhole ? undefined : master;
}
