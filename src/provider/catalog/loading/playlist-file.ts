import type { ListedMedia, ListedPart } from '../../../../protocol/runtime/media/media-playlist.ts';
import { readMediaPlaylist } from '../../../../protocol/runtime/media/read-media-playlist.ts';
import { folderOf } from '../media-address.ts';
import { mediaTarget } from '../media-target.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';

/** Checks of single playlists and the files they name. */

/** A playlist that names something outside of `media/` is not an oversight: nothing of its stream is used. */
export class PathOutsideMedia extends MediaFault {}

/** The file below `media/` that a playlist names; `undefined` for an external address. */
export function below(reference: string, uri: string): string | undefined {
  const target = mediaTarget(reference, uri);
  if (target.kind === 'outside')
    throw new PathOutsideMedia(`media/${reference} names ${uri}, which is not below media/`);
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

/** A checked media playlist. */
export interface SeenPlaylist {
  /** The folders below `media/` of the files that it names. */
  readonly folders: readonly string[];
  /** Fault of the playlist or of the first of its files; the files may still be being copied, so the video is kept. */
  readonly fault: string | undefined;
  readonly listed: ListedMedia;
}

/** Throws for a playlist that names anything outside of `media/`. */
export async function lookAt(reference: string, text: string, media: MediaFolder): Promise<SeenPlaylist> {
  if (!isPlaylist(text)) return { folders: [], fault: notAPlaylist(reference), listed: readMediaPlaylist('') };
  const listed = readMediaPlaylist(text);
  const { segments } = listed;
  const firstUris = segments.slice(0, 1).flatMap(({ map, uri }) => (map === undefined ? [uri] : [map.uri, uri]));
  const firstFiles = firstUris.flatMap((uri) => below(reference, uri) ?? []);
  const folders = foldersOf(filesOf(reference, listed));
  // An encoder adds and removes segments while it runs.
  if (!listed.isFinished) return { folders, fault: undefined, listed };
  if (segments.length === 0) return { folders, fault: `media/${reference} names no segments`, listed };
  try {
    for (const file of firstFiles) await media.check(file);
    return { folders, fault: undefined, listed };
  } catch (error) {
    if (error instanceof MediaFault) return { folders, fault: error.message, listed };
    throw error;
  }
}

/** Yields one file after the other: a long playlist names hundreds of thousands. */
function* filesOf(reference: string, { segments }: ListedMedia): Generator<string> {
  let last: ListedPart | undefined;
  for (const { map, uri } of segments) {
    for (const one of map === last || map === undefined ? [uri] : [map.uri, uri]) {
      const file = below(reference, one);
      if (file !== undefined) yield file;
    }
    last = map;
  }
}

/** Folders below `media/` that hold these files, each once. */
export function foldersOf(references: Iterable<string>): string[] {
  const folders = new Set<string>();
  for (const reference of references) folders.add(folderOf(reference));
  return [...folders];
}

export function isPlaylist(text: string): boolean {
  return text.startsWith('#EXTM3U');
}

function notAPlaylist(reference: string): string {
  return `media/${reference} is no HLS playlist: its first line is not #EXTM3U`;
}
