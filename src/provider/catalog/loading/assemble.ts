import type { CatalogProblem } from '../catalog-problem.ts';
import type { Playlist, Video } from '../catalog.ts';
import type { Entry } from './description-folder.ts';

/** Joins single descriptions to a catalog. Problems are added to the list that is passed. */

/** The part of a video that other descriptions refer to. */
export type VideoHead = Pick<Video, 'id' | 'related'>;

type Known<Head> = Entry<Head> & { readonly head: Head };

/** If two files claim an id, the first one keeps it. */
export function byId<Head extends { readonly id: string }>(
  entries: readonly Entry<Head>[],
  problems: CatalogProblem[],
): Map<string, Known<Head>> {
  const known = new Map<string, Known<Head>>();
  for (const entry of entries) {
    const { head, place, file } = entry;
    const holder = head && known.get(head.id);
    if (head === undefined || holder === undefined) problems.push(...entry.problems);
    else
      problems.push({ effect: 'skipped', message: `${place?.('id') ?? file}: ${head.id} is taken by ${holder.file}` });
    if (head !== undefined && holder === undefined) known.set(head.id, { ...entry, head });
  }
  return known;
}

/** Responses leave unknown suggestions out. The videos stay the same objects, so that nothing is derived from them again. */
export function reportUnknownRelated(videos: ReadonlyMap<string, Known<VideoHead>>, problems: CatalogProblem[]): void {
  for (const { head, place, file } of videos.values()) {
    const unknown = head.related.filter((videoId) => !videos.has(videoId));
    if (unknown.length > 0)
      problems.push({
        effect: 'warning',
        message: `${place?.('related') ?? file}: no such video: ${unknown.join(', ')}. Add it, or take it out`,
      });
  }
}

/** Entries that name no video are skipped with a problem; so is a playlist without known videos. */
export function knownPlaylists(
  lists: ReadonlyMap<string, Known<Playlist>>,
  videos: ReadonlyMap<string, unknown>,
  problems: CatalogProblem[],
): Playlist[] {
  return [...lists.values()].flatMap(({ head, place, file }) => {
    const unknown = head.videoIds.filter((videoId) => !videos.has(videoId));
    const videoIds = head.videoIds.filter((videoId) => videos.has(videoId));
    if (unknown.length > 0)
      problems.push({
        effect: videoIds.length > 0 ? 'warning' : 'skipped',
        message: `${place?.('videoIds') ?? file}: no such video: ${unknown.join(', ')}`,
      });
    return videoIds.length > 0 ? [{ ...head, videoIds }] : [];
  });
}
