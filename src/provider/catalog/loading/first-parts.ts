import type { FirstParts } from '../../../../protocol/media/media-engine.ts';
import { ONLY_FOR_ENGINE, partAddress, type ListedPart } from '../../../../protocol/runtime/media/media-playlist.ts';
import { mediaAddress } from '../media-address.ts';
import type { KnownRenditions } from './inline-playlists.ts';
import type { Rendition } from './ladder.ts';
import { below } from './playlist-file.ts';
import { addressOf } from './rendition-facts.ts';

/**
 * Data that a start at the beginning needs first, of the lowest level and its audio: the init segments themselves, which are tiny,
 * and the addresses of the first segments, so that the page can request them before its scripts have loaded. `playlists` are the
 * inlined playlists.
 */
export function firstParts(
  first: readonly Rendition[],
  known: KnownRenditions,
  playlists: Readonly<Record<string, string>>,
  master: string,
): FirstParts {
  const facts = first.map(({ reference }) => known.get(reference));
  const inits = facts.flatMap((one) => (one?.init?.base64 === undefined ? [] : [[one.init.address, one.init.base64]]));
  return {
    inits: Object.fromEntries(inits) as FirstParts['inits'],
    segments: first.flatMap(({ reference, text, listed: { segments } }) => {
      const [begin] = segments;
      // The stream does not begin at its first segment.
      if (begin === undefined || begin.isMissing || hasStart(master) || hasStart(text)) return [];
      const address = ({ uri, range }: ListedPart): string => {
        const file = below(reference, uri);
        return file === undefined ? partAddress(uri, range) : addressOf({ reference: file, range });
      };
      // The init segment of a known rendition is inlined, or small enough for the worker to request in parallel.
      const init = begin.map === undefined || known.has(reference) ? [] : [address(begin.map)];
      return [...init, address(begin)];
    }),
    ...(facts.every((one) => one !== undefined)
      ? { bytes: facts.reduce((sum, { firstBytes }) => sum + firstBytes, 0) }
      : {}),
    ...(facts.some((one) => one?.isTransport === true) ? { isTransport: true } : {}),
    needsEngine:
      facts.some((one) => one?.areIndependent !== true || (one.isTransport && facts.length > 1)) ||
      ONLY_FOR_ENGINE.test(master) ||
      first.some(({ reference, text }) => !playlists[mediaAddress(reference)] || ONLY_FOR_ENGINE.test(text)),
  };
}

/** Whether a playlist states where playback begins. */
function hasStart(playlist: string): boolean {
  return /^#EXT-X-START:/m.test(playlist);
}
