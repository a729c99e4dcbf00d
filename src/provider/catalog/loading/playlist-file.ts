import { readMediaPlaylist } from '../../../../protocol/media/media-playlist.ts';
import { isFinished } from '../../media/media-playlist.ts';
import { mediaTarget } from '../media-target.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';

/** Checks of single playlists and the files they name. */

/** A playlist that names something outside of `media/` is not an oversight: nothing of its stream is used. */
export class LeadsOut extends MediaFault {}

/** The file below `media/` that a playlist names; `undefined` for an external address. */
export function below(reference: string, uri: string): string | undefined {
  const target = mediaTarget(reference, uri);
  if (target.kind === 'outside') throw new LeadsOut(`media/${reference} names ${uri}, which is not below media/`);
  return target.kind === 'file' ? target.reference : undefined;
}

export async function readPlaylist(reference: string, media: MediaFolder): Promise<string> {
  if (/\.(?:mp4|m4v|m4a|mov|mkv|webm|mp3)$/i.test(reference)) {
    await media.check(reference);
    throw new MediaFault(`media/${reference} is a file and no HLS playlist: name it in sources.progressive`);
  }
  const text = await media.readText(reference);
  if (!isPlaylist(text)) throw new MediaFault(notAPlaylist(reference));
  return text;
}

/** The fault of a media playlist whose parts stay inside: missing ones may still be copied, so the film is kept. */
export async function faultOf(reference: string, text: string, media: MediaFolder): Promise<string | undefined> {
  if (!isPlaylist(text)) return notAPlaylist(reference);
  const { mapUri, segments } = readMediaPlaylist(text);
  const parts = partsOf(reference, text);
  /** An encoder adds and removes segments while it runs. */
  if (!isFinished(text)) return undefined;
  if (segments.length === 0) return `media/${reference} names no segments`;
  try {
    for (const part of parts.slice(0, mapUri === undefined ? 1 : 2)) await media.check(part);
    return undefined;
  } catch (error) {
    if (error instanceof MediaFault) return error.message;
    throw error;
  }
}

/** The files below `media/` that a media playlist names, the init segment first. Throws for anything outside. */
export function partsOf(reference: string, text: string): string[] {
  if (!isPlaylist(text)) return [];
  const { mapUri, segments } = readMediaPlaylist(text);
  return [...(mapUri === undefined ? [] : [mapUri]), ...segments.map(({ uri }) => uri)].flatMap(
    (uri) => below(reference, uri) ?? [],
  );
}

export function isPlaylist(text: string): boolean {
  return text.startsWith('#EXTM3U');
}

function notAPlaylist(reference: string): string {
  return `media/${reference} is no HLS playlist: its first line is not #EXTM3U`;
}
