import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { PlaylistFile, VideoFile } from '../../provider/catalog/catalog-schema.ts';
import type { Change, Step } from './catalog-change.ts';
import { suggestersOf, type CatalogFile, type CatalogFiles } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';
import { editJson } from './edit-json.ts';
import { asideSteps } from './removed-videos.ts';
import { filesUsedBy } from './unused-files.ts';
import { sizeOf } from './video-files.ts';

export interface Removal extends Change {
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** Sentences about files and suggestions that stay. */
  readonly remarks: readonly string[];
}

export interface RemovalOptions {
  /** Removes the video from playlists, too. */
  readonly fromPlaylists: boolean;
  /** Time of a removal that can be undone (`removed-videos.ts`); `null` removes the video for good. */
  readonly removedAtMs: number | null;
}

/**
 * Steps that remove a video: its description, then its files that no other video uses. Of a link, only the link is removed; nothing
 * outside of `media/` is removed.
 */
export async function planRemoval(
  catalogFolder: string,
  catalog: CatalogFiles,
  video: CatalogFile<VideoFile>,
  { fromPlaylists, removedAtMs }: RemovalOptions,
): Promise<Removal> {
  const { id, title } = video.value;
  const lists = catalog.playlists.filter(({ value }) => value.videoIds.includes(id));
  if (lists.length > 0 && !fromPlaylists)
    throw new CommandFault(
      `${id} is in ${lists.map(({ file }) => file).join(', ')}. Say --from-playlists to take it out there, too.`,
    );
  if (catalog.broken.length > 0)
    throw new CommandFault(
      `Which files other videos use is not known: ${catalog.broken[0]}. Mend or remove that first.`,
    );
  const mediaFolder = join(catalogFolder, 'media');
  const others = catalog.videos.filter((other) => other !== video).map(({ value }) => value);
  const used = await filesUsedBy(others, catalogFolder);
  const own = [...(await filesUsedBy([video.value], catalogFolder))];
  const there = await existing(own, mediaFolder);
  const shared = there.filter((file) => used.has(file));
  const removed = there.filter((file) => !used.has(file));
  const inside = await thoseInside(removed, mediaFolder);
  const suggesting = suggestersOf(catalog, video);
  const left = await othersIn(id, mediaFolder, new Set([...inside, ...shared]));
  const sizeBytes = await sizeOf(inside, mediaFolder);
  const playlists = lists.map(({ file, text, value }) => ({ file, text, index: value.videoIds.indexOf(id) }));
  const { file, text } = video;
  return {
    what: `${id} is removed.`,
    steps: [
      ...(removedAtMs === null
        ? [file, ...inside.map((path) => `media/${path}`)].map((path): Step => ({ kind: 'delete', path }))
        : asideSteps({ id, title, removedAtMs, sizeBytes, file, text, media: inside, playlists })),
      ...lists.map((list) => withoutVideo(list, id)),
    ],
    fileCount: inside.length,
    sizeBytes,
    remarks: [
      ...(shared.length > 0 ? [`${shared.length} files that other videos use stay.`] : []),
      ...(inside.length < removed.length ? [`${removed.length - inside.length} files outside of media/ stay.`] : []),
      ...suggesting.map(({ file }) => `${file} still suggests it in related. Take it out there.`),
      ...(left > 0 ? [`${left} files in media/${id} are no part of it, and stay.`] : []),
    ],
  };
}

/** Removes the video from a playlist. A playlist of only this video is deleted, because an empty playlist is invalid. */
function withoutVideo({ file, text, value }: CatalogFile<PlaylistFile>, id: string): Step {
  const videoIds = value.videoIds.filter((videoId) => videoId !== id);
  if (videoIds.length === 0) return { kind: 'delete', path: file };
  return { kind: 'write', path: file, text: editJson(text, { field: 'videoIds', value: videoIds }) };
}

async function existing(files: readonly string[], mediaFolder: string): Promise<string[]> {
  const found = await Promise.all(files.map((file) => stat(join(mediaFolder, file)).catch(() => null)));
  return files.filter((_, index) => found[index]?.isFile() === true);
}

async function thoseInside(files: readonly string[], mediaFolder: string): Promise<string[]> {
  const root = await realpath(mediaFolder).catch(() => mediaFolder);
  const folders = await Promise.all(files.map((file) => realpath(dirname(join(mediaFolder, file)))));
  return files.filter((_, index) => `${folders[index]}${sep}`.startsWith(`${root}${sep}`));
}

/** Number of files in the folder of a video that its description does not name. */
async function othersIn(id: string, mediaFolder: string, known: ReadonlySet<string>): Promise<number> {
  const entries = await readdir(join(mediaFolder, id), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => !known.has(file.slice(mediaFolder.length + 1).replaceAll(sep, '/'))).length;
}
