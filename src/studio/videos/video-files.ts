import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readAttributes } from '../../../protocol/runtime/media/playlist-lines.ts';
import { isAbsolute } from '../../provider/catalog/media-address.ts';
import { mediaTarget } from '../../provider/catalog/media-target.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { MediaReference } from '../../provider/catalog/references.ts';
import { MediaFault, type MediaFolder } from '../../provider/catalog/loading/media-folder.ts';
import { below, isPlaylist } from '../../provider/catalog/loading/playlist-file.ts';

/**
 * Every file below `media/` that belongs to a video, existing or not: files that its description refers to, files to which those files
 * refer, and so on. References out of `media/` are ignored.
 */
export async function filesOf(video: VideoFile, media: MediaFolder): Promise<Set<string>> {
  const files = new Set<string>();
  for (const reference of referencesOf(video)) await follow(reference, media, files);
  return files;
}

export function referencesOf({ author, sources, posters, captions, chapters, storyboard }: VideoFile): string[] {
  // An invalid picture is only a warning of the catalog, and could lead out of the folder here.
  const picture = MediaReference.safeParse(typeof author === 'object' ? author.picture : undefined);
  return [
    ...(picture.success ? [picture.data] : []),
    ...[sources.hls, sources.liveLoop].filter((reference) => reference !== undefined),
    ...[...sources.progressive, ...posters, ...captions].map(({ url }) => url),
    ...(typeof chapters === 'string' ? [chapters] : []),
    ...(storyboard === undefined ? [] : [typeof storyboard === 'string' ? storyboard : storyboard.url]),
  ].filter((reference) => !isAbsolute(reference));
}

async function follow(reference: string, media: MediaFolder, files: Set<string>): Promise<void> {
  if (files.has(reference)) return;
  files.add(reference);
  if (!/\.(?:m3u8?|vtt)$/i.test(reference)) return;
  const text = await media.readText(reference).catch((error: unknown) => {
    if (error instanceof MediaFault) return '';
    throw error;
  });
  const named = isPlaylist(text) ? addressesIn(text) : imagesIn(text);
  for (const address of named) {
    const target = insideOrNone(reference, address);
    if (target !== undefined) await follow(target, media, files);
  }
}

function insideOrNone(reference: string, address: string): string | undefined {
  return mediaTarget(reference, address).kind === 'file' ? below(reference, address) : undefined;
}

/** Addresses in the lines and in the `URI` attributes of a playlist. */
function addressesIn(playlist: string): string[] {
  return playlist.split(/\r?\n/).flatMap((line) => {
    if (line.startsWith('#')) return readAttributes(line)['URI'] || [];
    return line.trim() === '' ? [] : [line.trim()];
  });
}

/** Images of a storyboard. */
function imagesIn(webVtt: string): string[] {
  return [...webVtt.matchAll(/^(\S+)#xywh=/gm)].flatMap(([, image]) => image ?? []);
}

/** Total bytes of the files that exist. */
export async function sizeOf(files: Iterable<string>, mediaFolder: string): Promise<number> {
  const sizes = await Promise.all(
    [...files].map((file) =>
      stat(join(mediaFolder, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
