import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { LibraryVideo, RemovedVideo } from '../../../protocol/provider/video-library.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { frameSize } from '../../provider/catalog/frame-size.ts';
import { pictureSize } from '../../provider/catalog/loading/picture-size.ts';
import { mediaAddress } from '../../provider/catalog/media-address.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import { readCatalogFiles, type CatalogFile, type CatalogFiles } from '../videos/catalog-files.ts';
import { listVideos } from '../videos/list-videos.ts';
import { REMOVED_KEPT_DAYS, removedVideos } from '../videos/removed-videos.ts';
import type { LibraryList, TaskContext } from './library-task.ts';

/** Number of videos on a page of the list. */
const PAGE_VIDEOS = 24;
const REVISION_CHARACTERS = 16;
const BY_TITLE = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

type CatalogContext = Pick<TaskContext, 'catalogFolder' | 'followLinks'>;

/** A page of the videos whose title, description or id contains every word of the search. */
export async function listLibrary(context: CatalogContext, search: string, after: number): Promise<LibraryList> {
  const catalog = await readCatalogFiles(context.catalogFolder);
  const words = folded(search).split(/\s+/);
  const matching = catalog.videos
    .filter(({ value: { id, title, description = '' } }) => {
      const text = folded(`${id} ${title} ${description}`);
      return words.every((word) => text.includes(word));
    })
    .toSorted((one, other) => BY_TITLE.compare(one.value.title, other.value.title));
  return {
    videos: await describe(matching.slice(after, after + PAGE_VIDEOS), catalog, context),
    matchCount: matching.length,
    videoCount: catalog.videos.length,
    removed: await removedOnes(context),
    broken: [...catalog.broken],
  };
}

/** Reads one video; `null` without a video of this id. */
export async function libraryVideo(context: CatalogContext, id: string): Promise<LibraryVideo | null> {
  const catalog = await readCatalogFiles(context.catalogFolder);
  const [video = null] = await describe(
    catalog.videos.filter(({ value }) => value.id === id),
    catalog,
    context,
  );
  return video;
}

export const revisionOf = ({ text }: CatalogFile<unknown>): string =>
  createHash('sha256').update(text).digest('hex').slice(0, REVISION_CHARACTERS);

/** Text without letter case and diacritics, for comparisons. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim();

async function describe(
  videos: readonly CatalogFile<VideoFile>[],
  catalog: CatalogFiles,
  { catalogFolder, followLinks }: CatalogContext,
): Promise<LibraryVideo[]> {
  const listed = await listVideos({ ...catalog, videos }, join(catalogFolder, 'media'), followLinks);
  return videos.map((file, index) => {
    const { id, title, description = '', lengthSeconds, isListed, captions, posters } = file.value;
    const { streams = [], sizeBytes = 0 } = listed[index] ?? {};
    const [poster] = posters.toSorted((one, other) => one.width - other.width);
    return {
      ...{ id, title, description, lengthSeconds, isListed, sizeBytes },
      ...frameSize(pictureSize(file.value)),
      revision: revisionOf(file),
      streams: [...streams],
      captions: captions.map(({ url, name, languageCode }) => ({ url, name, languageCode })),
      posterUrl: poster === undefined ? null : mediaAddress(poster.url),
      playlists: catalog.playlists.filter(({ value }) => value.videoIds.includes(id)).map(({ value }) => value.title),
      notices: [],
    };
  });
}

async function removedOnes({ catalogFolder }: CatalogContext): Promise<RemovedVideo[]> {
  const removed = await removedVideos(catalogFolder);
  return removed.map(({ name, id, title, sizeBytes, removedAtMs }) => ({
    ...{ name, id, title, sizeBytes },
    keptUntilMs: removedAtMs + REMOVED_KEPT_DAYS * DAY_MS,
  }));
}
