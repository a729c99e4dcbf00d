import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { parseJsonAt } from '../../../protocol/runtime/parse.ts';
import { VideoId } from '../../../protocol/identifiers.ts';
import { isBelow } from '../../provider/files/contained-path.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import { exists } from '../preparation/exists.ts';
import { REMOVED_FOLDER, type Change, type Step } from './catalog-change.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { CommandFault } from './command-fault.ts';
import { editJson } from './edit-json.ts';

/** For this long, a removed video is kept and can be restored. */
export const REMOVED_KEPT_DAYS = 7;

const Below = z.string().check(z.refine(isBelow));

/** Record from which a removed video is restored; its media are in the same folder. */
const RemovedRecord = z.object({
  id: VideoId,
  title: z.string(),
  removedAtMs: z.number(),
  sizeBytes: z.number(),
  /** Path of the description. */
  file: Below,
  text: z.string(),
  /** Paths below `media/`. */
  media: z.array(Below),
  /** Playlists that contained the video: their text, and the video's index in them. */
  playlists: z.array(z.object({ file: Below, text: z.string(), index: z.int() })),
});
export type RemovedRecord = z.infer<typeof RemovedRecord>;

export interface RemovedVideo extends RemovedRecord {
  /** Name of the video's folder in `media/.removed`. */
  readonly name: string;
}

const RECORD = 'video.json';
const NAME = /^[A-Za-z0-9_-]{11}-\d{1,15}$/;

/** Steps that move a video and its media to the folder of removed videos. */
export function asideSteps(record: RemovedRecord): Step[] {
  const folder = `${REMOVED_FOLDER}/${record.id}-${record.removedAtMs}`;
  return [
    { kind: 'write', path: `${folder}/${RECORD}`, text: JSON.stringify(record) },
    { kind: 'delete', path: record.file },
    ...record.media.map((file): Step => ({ kind: 'move', path: `media/${file}`, to: `${folder}/files/${file}` })),
  ];
}

/** Removed videos that can be restored, the latest removal first. */
export async function removedVideos(catalogFolder: string): Promise<RemovedVideo[]> {
  const names = (await readdir(join(catalogFolder, REMOVED_FOLDER)).catch(() => [])).filter((name) => NAME.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(catalogFolder, REMOVED_FOLDER, name, RECORD), 'utf8').catch(() => '');
      const record = parseJsonAt(name, RemovedRecord, text);
      return record.ok ? [{ ...record.value, name }] : [];
    }),
  );
  return found.flat().toSorted((one, other) => other.removedAtMs - one.removedAtMs);
}

/**
 * Steps that restore a removed video: its media, the playlists that contained it, then its description. Files that were created in
 * their places since the removal are not overwritten.
 */
export async function planRestoration(
  catalogFolder: string,
  catalog: CatalogFiles,
  video: RemovedVideo,
): Promise<Change> {
  const { id, name, file, text, media } = video;
  const holder = catalog.videos.find((other) => other.value.id === id || other.file === file);
  if (holder !== undefined)
    throw new CommandFault(`${holder.file} is video ${holder.value.id} meanwhile. Remove that one first.`);
  const folder = `${REMOVED_FOLDER}/${name}`;
  const moves: Step[] = [];
  for (const path of media) {
    const isAside = await exists(join(catalogFolder, folder, 'files', path));
    if (isAside && (await exists(join(catalogFolder, 'media', path))))
      throw new CommandFault(`media/${path} is another file meanwhile. Move it away, and bring the video back then.`);
    if (isAside) moves.push({ kind: 'move', path: `${folder}/files/${path}`, to: `media/${path}` });
  }
  return {
    what: `${id} is back.`,
    steps: [
      ...moves,
      ...video.playlists.flatMap((list) => withVideo(catalog, list, id)),
      { kind: 'write', path: file, text },
      { kind: 'delete', path: `${folder}/${RECORD}` },
    ],
  };
}

/** Adds the video to a playlist. A playlist of only this video was deleted with it and is written again; an invalid one is skipped. */
function withVideo(catalog: CatalogFiles, list: RemovedRecord['playlists'][number], id: string): Step[] {
  const now = catalog.playlists.find(({ file }) => file === list.file);
  if (now === undefined)
    return catalog.broken.some((message) => message.startsWith(list.file))
      ? []
      : [{ kind: 'write', path: list.file, text: editJson(list.text, { field: 'videoIds', value: [id] }) }];
  if (now.value.videoIds.includes(id)) return [];
  const videoIds = now.value.videoIds.toSpliced(list.index, 0, id);
  return [{ kind: 'write', path: list.file, text: editJson(now.text, { field: 'videoIds', value: videoIds }) }];
}

/** Deletes videos that were removed more than a week ago, or all removed videos. Returns the deleted videos. */
export async function deleteRemoved(catalogFolder: string, nowMs: number, keptDays = REMOVED_KEPT_DAYS) {
  const gone = (await removedVideos(catalogFolder)).filter(
    ({ removedAtMs }) => nowMs - removedAtMs >= keptDays * DAY_MS,
  );
  for (const video of gone) await deleteRemovedVideo(catalogFolder, video);
  return gone;
}

export function deleteRemovedVideo(catalogFolder: string, { name }: RemovedVideo): Promise<void> {
  return rm(join(catalogFolder, REMOVED_FOLDER, name), { recursive: true, force: true });
}
