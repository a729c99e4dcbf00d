import type { FirstParts } from '../../../../protocol/media/media-engine.ts';
import { readMediaPlaylist } from '../../media/media-playlist.ts';
import { mediaAddress } from '../media-address.ts';
import type { Ladder, Rendition } from './ladder.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';
import { below } from './playlist-file.ts';

/** An init segment takes about a kilobyte; anything larger is not one. */
const INIT_MAX_BYTES = 4_096;

/**
 * What a start at the beginning needs first, of the lowest level and its audio: the init segments themselves, which are
 * tiny, and the addresses of the first segments, so that the page can request them before its scripts have loaded.
 */
export async function firstParts(ladder: Ladder, media: MediaFolder): Promise<FirstParts> {
  const inits: Record<string, string> = {};
  const segments: string[] = [];
  for (const { reference, text } of firstRenditions(ladder)) {
    /** Segments that are byte ranges of one large file need range requests. */
    if (/^#EXT-X-(?:MAP:.*\bBYTERANGE=|BYTERANGE:)/m.test(text)) continue;
    const { mapUri, segments: named } = readMediaPlaylist(text);
    const init = mapUri && below(reference, mapUri);
    const segment = named[0] && below(reference, named[0].uri);
    if (!init || !segment) continue;
    const bytes = await readIfThere(init, media);
    if (bytes === undefined) continue;
    inits[mediaAddress(init)] = Buffer.from(bytes).toString('base64');
    segments.push(mediaAddress(segment));
  }
  return { inits, segments };
}

/** A missing init segment has already been reported. */
async function readIfThere(init: string, media: MediaFolder): Promise<Uint8Array | undefined> {
  try {
    return await media.readBytes(init, INIT_MAX_BYTES);
  } catch (error) {
    if (error instanceof MediaFault) return undefined;
    throw error;
  }
}

/** The playlist of the lowest bandwidth, and that of its default audio. */
function firstRenditions({ text, renditions }: Ladder): Rendition[] {
  const lines = text.split(/\r?\n/);
  const levels = lines.flatMap((line, index) => {
    const bandwidth = /^#EXT-X-STREAM-INF:(?:.*,)?BANDWIDTH=(\d+)/.exec(line)?.[1];
    const address = lines[index + 1];
    return bandwidth === undefined || !address || address.startsWith('#') ? [] : [{ bandwidth: +bandwidth, address }];
  });
  const [lowest] = levels.toSorted((one, other) => one.bandwidth - other.bandwidth);
  const sounds = lines.filter((line) => line.startsWith('#EXT-X-MEDIA:TYPE=AUDIO'));
  const sound = sounds.find((line) => line.includes('DEFAULT=YES')) ?? sounds[0];
  const soundAddress = /\bURI="([^"]+)"/.exec(sound ?? '')?.[1];
  return [lowest?.address, soundAddress].flatMap((uri) => renditions.find((rendition) => rendition.uri === uri) ?? []);
}
