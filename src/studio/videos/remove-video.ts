import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { PlaylistFile, VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { openMediaFolder } from '../../provider/catalog/loading/media-folder.ts';
import type { Change, Step } from './catalog-change.ts';
import { suggestersOf, type CatalogFile, type CatalogFiles } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';
import { filesOf, sizeOf } from './video-files.ts';

export interface Removal extends Change {
  readonly fileCount: number;
  readonly sizeBytes: number;
  /** Sentences about what stays. */
  readonly remarks: readonly string[];
}

/**
 * Steps that remove a video: its description, then those of its files that no other video uses. A link is removed, not
 * its target, and nothing in a folder that lies outside of `media/`.
 */
export async function planRemoval(
  catalogFolder: string,
  catalog: CatalogFiles,
  video: CatalogFile<VideoFile>,
  fromPlaylists: boolean,
): Promise<Removal> {
  const { id } = video.value;
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
  // Links that lead out are followed to know what is used, never to remove.
  const media = openMediaFolder(mediaFolder, { followLinks: true });
  const used = new Set<string>();
  for (const other of catalog.videos)
    if (other !== video) for (const file of await filesOf(other.value, media)) used.add(file);
  const own = [...(await filesOf(video.value, media))];
  const there = await existing(own, mediaFolder);
  const shared = there.filter((file) => used.has(file));
  const removed = there.filter((file) => !used.has(file));
  const inside = await thoseInside(removed, mediaFolder);
  const suggesting = suggestersOf(catalog, video);
  const left = await othersIn(id, mediaFolder, new Set([...inside, ...shared]));
  return {
    what: `${id} is removed.`,
    steps: [
      { kind: 'delete', path: video.file },
      ...lists.map((list) => withoutVideo(list, id)),
      ...inside.map((file): Step => ({ kind: 'delete', path: `media/${file}` })),
    ],
    fileCount: inside.length,
    sizeBytes: await sizeOf(inside, mediaFolder),
    remarks: [
      ...(shared.length > 0 ? [`${shared.length} files that other videos use stay.`] : []),
      ...(inside.length < removed.length ? [`${removed.length - inside.length} files outside of media/ stay.`] : []),
      ...suggesting.map(({ file }) => `${file} still suggests it in related. Take it out there.`),
      ...(left > 0 ? [`${left} files in media/${id} are no part of it, and stay.`] : []),
    ],
  };
}

/** A playlist of nothing else goes, too: an empty one is none. */
function withoutVideo({ file, value }: CatalogFile<PlaylistFile>, id: string): Step {
  const videoIds = value.videoIds.filter((videoId) => videoId !== id);
  if (videoIds.length === 0) return { kind: 'delete', path: file };
  return { kind: 'write', path: file, text: `${JSON.stringify({ ...value, videoIds }, undefined, 2)}\n` };
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

/** Files in the folder that `npm run add` made for a video, which it does not name. */
async function othersIn(id: string, mediaFolder: string, known: ReadonlySet<string>): Promise<number> {
  const entries = await readdir(join(mediaFolder, id), { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return files.filter((file) => !known.has(file.slice(mediaFolder.length + 1).replaceAll(sep, '/'))).length;
}
