import { defaultSound, readLevels } from '../../../../protocol/runtime/media/multivariant-playlist.ts';
import type { Ladder, Rendition } from './ladder.ts';
import { isPlaylist } from './playlist-file.ts';

/** Renditions that a start needs first: the lowest level, then its default audio if that is a separate rendition. */
export function firstRenditions({ reference, text, listed, renditions }: Ladder): Rendition[] {
  if (listed !== undefined) return [{ uri: '', kind: 'variant', reference, text, listed }];
  const [lowest] = readLevels(text);
  if (lowest === undefined) return [];
  return [lowest.uri, defaultSound(text, lowest)].flatMap(
    (uri) => renditions.find((rendition) => rendition.uri === uri && isPlaylist(rendition.text)) ?? [],
  );
}
