import { INDEPENDENT } from '../../../../protocol/runtime/media/media-playlist.ts';
import { readVariants, splitCodecs } from '../../../../protocol/runtime/media/multivariant-playlist.ts';
import { isMultivariant } from '../../streams/multivariant-playlist.ts';
import type { KnownRenditions } from './inline-playlists.ts';
import type { Ladder, Rendition } from './ladder.ts';
import type { MediaFolder } from './media-folder.ts';
import { readRenditionFacts } from './rendition-facts.ts';

/**
 * Reads the first bytes of the renditions that a start needs, and of all others if the multivariant playlist does not
 * state codecs or sizes of pictures.
 */
export async function knownRenditions(
  { text, renditions, isFinished }: Ladder,
  first: readonly Rendition[],
  media: MediaFolder,
): Promise<KnownRenditions> {
  if (!isFinished) return new Map();
  const needed = new Set(first.map(({ reference }) => reference));
  const isSilent = readVariants(text).some(
    ({ attributes: { CODECS, RESOLUTION } }) =>
      CODECS === undefined || (RESOLUTION === undefined && splitCodecs(CODECS)[0] !== undefined),
  );
  const needsCodecs = isSilent || !isMultivariant(text);
  const others = isSilent ? renditions.filter(({ reference }) => !needed.has(reference)) : [];
  const read = await Promise.all(
    [...first, ...others].map(async (rendition) => {
      const isMarked = `${text}${rendition.text}`.includes(INDEPENDENT);
      const isNeeded = needed.has(rendition.reference);
      return [
        rendition.reference,
        await readRenditionFacts(rendition, media, { isNeeded, isMarked, needsCodecs }),
      ] as const;
    }),
  );
  return new Map(read.flatMap(([reference, facts]) => (facts === undefined ? [] : [[reference, facts] as const])));
}
