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

/** A media playlist that has been looked at. */
export interface SeenPlaylist {
  /** The files below `media/` that it names, the init segment first. */
  readonly files: readonly string[];
  /** What is wrong with it or with the first of its files; these may still be copied, so the video is kept. */
  readonly fault: string | undefined;
}

/** Throws for a playlist that names anything outside of `media/`. */
export async function lookAt(reference: string, text: string, media: MediaFolder): Promise<SeenPlaylist> {
  if (!isPlaylist(text)) return { files: [], fault: notAPlaylist(reference) };
  const { mapUri, segments } = readMediaPlaylist(text);
  const uris = [...(mapUri === undefined ? [] : [mapUri]), ...segments.map(({ uri }) => uri)];
  const files = uris.flatMap((uri) => below(reference, uri) ?? []);
  /** An encoder adds and removes segments while it runs. */
  if (!isFinished(text)) return { files, fault: undefined };
  if (segments.length === 0) return { files, fault: `media/${reference} names no segments` };
  try {
    for (const file of files.slice(0, mapUri === undefined ? 1 : 2)) await media.check(file);
    return { files, fault: undefined };
  } catch (error) {
    if (error instanceof MediaFault) return { files, fault: error.message };
    throw error;
  }
}

export function isPlaylist(text: string): boolean {
  return text.startsWith('#EXTM3U');
}

function notAPlaylist(reference: string): string {
  return `media/${reference} is no HLS playlist: its first line is not #EXTM3U`;
}
