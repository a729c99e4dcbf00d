import type { CatalogProblem } from '../catalog-problem.ts';
import type { Playlist, Video } from '../catalog.ts';
import type { Entry } from './description-folder.ts';

/** What single descriptions become when they meet. Problems are added to the list that is passed. */

/** If two files claim an id, the first one keeps it. */
export function byId<Value extends { readonly id: string }>(
  entries: readonly Entry<Value>[],
  problems: CatalogProblem[],
): Map<string, Entry<Value> & { readonly value: Value }> {
  const known = new Map<string, Entry<Value> & { readonly value: Value }>();
  for (const entry of entries) {
    const { value, place, file } = entry;
    const holder = value && known.get(value.id);
    if (value === undefined || holder === undefined) problems.push(...entry.problems);
    else
      problems.push({
        effect: 'skipped',
        message: `${place?.('id') ?? file}: ${value.id} is taken by ${holder.file}`,
      });
    if (value !== undefined && holder === undefined) known.set(value.id, { ...entry, value });
  }
  return known;
}

export function valuesOf<Value>(entries: ReadonlyMap<string, { readonly value: Value }>): Map<string, Value> {
  return new Map([...entries].map(([id, { value }]) => [id, value]));
}

/** Responses leave unknown suggestions out. The videos stay the same objects, so that nothing is derived from them again. */
export function reportUnknownRelated(
  videos: ReadonlyMap<string, Entry<Video> & { readonly value: Video }>,
  problems: CatalogProblem[],
): void {
  for (const { value, place, file } of videos.values()) {
    const unknown = value.related.filter((videoId) => !videos.has(videoId));
    if (unknown.length > 0)
      problems.push({
        effect: 'warning',
        message: `${place?.('related') ?? file}: no such video: ${unknown.join(', ')}. Add it, or take it out`,
      });
  }
}

/** Entries that name no video are skipped with a problem; so is a playlist without any. */
export function knownPlaylists(
  lists: ReadonlyMap<string, Entry<Playlist> & { readonly value: Playlist }>,
  videos: ReadonlyMap<string, unknown>,
  problems: CatalogProblem[],
): Map<string, Playlist> {
  const playlists = new Map<string, Playlist>();
  for (const [id, { value, place, file }] of lists) {
    const unknown = value.videoIds.filter((videoId) => !videos.has(videoId));
    const videoIds = value.videoIds.filter((videoId) => videos.has(videoId));
    if (unknown.length > 0)
      problems.push({
        effect: videoIds.length > 0 ? 'warning' : 'skipped',
        message: `${place?.('videoIds') ?? file}: no such video: ${unknown.join(', ')}`,
      });
    if (videoIds.length > 0) playlists.set(id, { ...value, videoIds });
  }
  return playlists;
}
