import type { Chapter, Storyboard } from '../../../../protocol/provider/player.ts';
import type { VideoFile } from '../catalog-schema.ts';
import type { Video } from '../catalog.ts';
import { firstParts } from './first-parts.ts';
import { inlinePlaylists } from './inline-playlists.ts';
import { loadLiveStream } from '../../media/live-stream.ts';
import { isAbsolute, liveManifestAddress, mediaAddress } from '../media-address.ts';
import { readChapters, readStoryboard } from './side-files.ts';

export interface MediaFolder {
  readonly has: (reference: string) => Promise<boolean>;
  readonly readText: (reference: string) => Promise<string>;
  readonly readBytes: (reference: string) => Promise<Uint8Array>;
}

/** The video with its files read, or the sentence that says which field is at fault. */
export async function resolveVideo(file: VideoFile, media: MediaFolder): Promise<Video | string> {
  const missing = await firstMissing(file, media);
  if (missing !== undefined) return missing;
  const { chapters: chapterSource, storyboard: storyboardSource, sources, ...rest } = file;
  const chapters = await chaptersOf(chapterSource, media);
  const storyboard = await storyboardOf(storyboardSource, media);
  if (typeof storyboard === 'string') return storyboard;
  const resolved = await readLadder('sources.hls', () => resolveSources(file.id, sources, media));
  if (typeof resolved === 'string') return resolved;
  const { hls, liveLoop } = sources;
  const parts =
    hls !== undefined && resolved.value.inlinePlaylists !== undefined
      ? { firstParts: await firstParts(hls, media.readText, media.readBytes) }
      : {};
  const live = liveLoop && (await readLadder('sources.liveLoop', () => loadLiveStream(liveLoop, media.readText)));
  if (typeof live === 'string') return live;
  return {
    ...rest,
    posters: addressed(file.posters),
    captions: addressed(file.captions),
    sources: resolved.value,
    ...parts,
    ...(live === undefined ? {} : { liveStream: live.value }),
    ...(chapters === undefined ? {} : { chapters }),
    ...(storyboard === undefined ? {} : { storyboard }),
  };
}

/** Every reference of a file, with the field it stands in. */
function references(file: VideoFile): [field: string, reference: string][] {
  const { hls, liveLoop, progressive } = file.sources;
  return [
    ...(hls === undefined ? [] : [['sources.hls', hls] as [string, string]]),
    ...(liveLoop === undefined ? [] : [['sources.liveLoop', liveLoop] as [string, string]]),
    ...progressive.map(({ url }, index): [string, string] => [`sources.progressive.${index}.url`, url]),
    ...file.posters.map(({ url }, index): [string, string] => [`posters.${index}.url`, url]),
    ...file.captions.map(({ url }, index): [string, string] => [`captions.${index}.url`, url]),
    ...(typeof file.chapters === 'string' ? [['chapters', file.chapters] as [string, string]] : []),
    ...(typeof file.storyboard === 'string' ? [['storyboard', file.storyboard] as [string, string]] : []),
  ];
}

async function firstMissing(file: VideoFile, media: MediaFolder): Promise<string | undefined> {
  const { hls, liveLoop, progressive } = file.sources;
  if (file.refusal === undefined && hls === undefined && liveLoop === undefined && progressive.length === 0)
    return 'sources: name at least one of hls, liveLoop and progressive';
  for (const [field, reference] of references(file))
    if (!(await media.has(reference))) return `${field}: no such file: media/${reference}`;
  return undefined;
}

async function resolveSources(
  id: string,
  sources: VideoFile['sources'],
  media: MediaFolder,
): Promise<Video['sources']> {
  const progressive = addressed(sources.progressive);
  if (sources.liveLoop !== undefined) return { hlsManifestUrl: liveManifestAddress(id), progressive, isLive: true };
  if (sources.hls === undefined) return { progressive, isLive: false };
  const playlists = isAbsolute(sources.hls) ? undefined : await inlinePlaylists(sources.hls, media.readText);
  return {
    hlsManifestUrl: mediaAddress(sources.hls),
    progressive,
    isLive: false,
    ...(playlists === undefined ? {} : { inlinePlaylists: playlists }),
  };
}

/** Runs what reads a ladder's playlists; one that is missing or empty is the fault of the field that led there. */
async function readLadder<T>(field: string, read: () => Promise<T>): Promise<{ value: T } | string> {
  try {
    return { value: await read() };
  } catch (error) {
    return `${field}: a playlist cannot be used: ${error instanceof Error ? error.message : String(error)}`;
  }
}

async function chaptersOf(source: VideoFile['chapters'], media: MediaFolder): Promise<readonly Chapter[] | undefined> {
  return typeof source === 'string' ? readChapters(await media.readText(source)) : source;
}

async function storyboardOf(
  source: VideoFile['storyboard'],
  media: MediaFolder,
): Promise<Storyboard | string | undefined> {
  if (typeof source !== 'string') return source && { ...source, url: mediaAddress(source.url) };
  return (
    readStoryboard(await media.readText(source), source) ??
    `storyboard: media/${source} is not one sprite with cues of "image#xywh=x,y,width,height"`
  );
}

function addressed<T extends { url: string }>(items: readonly T[]): T[] {
  return items.map((item) => ({ ...item, url: mediaAddress(item.url) }));
}
