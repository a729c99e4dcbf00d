import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import { formatBytes } from '../../../protocol/runtime/format-bytes.ts';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { openMediaFolder, type MediaFolder } from '../../provider/catalog/loading/media-folder.ts';
import { plainFiles } from '../../provider/catalog/loading/plain-files.ts';
import { isAbsolute } from '../../provider/catalog/media-address.ts';
import { listedLevel } from '../../../protocol/media/listed-level.ts';
import { readMediaPlaylist } from '../../../protocol/runtime/media/read-media-playlist.ts';
import { readVariants } from '../../../protocol/runtime/media/multivariant-playlist.ts';
import { isMultivariant, renditionsIn } from '../../provider/streams/multivariant-playlist.ts';
import { below } from '../../provider/catalog/loading/playlist-file.ts';
import type { CatalogFiles } from './catalog-files.ts';
import { filesOf, sizeOf } from './video-files.ts';

/** A row of `npm run videos`. */
export interface ListedVideo {
  readonly id: string;
  readonly title: string;
  readonly lengthSeconds: number;
  /** Streams with their short sides, such as `HLS 240–1080` and `MP4 480`. */
  readonly streams: readonly string[];
  readonly sizeBytes: number;
  readonly isListed: boolean;
  readonly file: string;
}

export async function listVideos(
  { videos }: CatalogFiles,
  mediaFolder: string,
  followLinks: boolean,
): Promise<ListedVideo[]> {
  const media = openMediaFolder(mediaFolder, { followLinks });
  return Promise.all(
    videos.map(async ({ file, value }) => ({
      ...{ id: value.id, title: value.title, lengthSeconds: value.lengthSeconds, isListed: value.isListed, file },
      streams: await streamsOf(value, media),
      sizeBytes: await sizeOf(await filesOf(value, media), mediaFolder),
    })),
  );
}

async function streamsOf({ sources, isSpherical, refusal }: VideoFile, media: MediaFolder): Promise<string[]> {
  const { hls, liveLoop } = sources;
  return [
    ...(hls === undefined ? [] : [await streamName(hls, media)]),
    ...(liveLoop === undefined ? [] : ['live loop']),
    ...plainFiles(sources).map(({ mimeType, width, height }) =>
      [kindOf(mimeType), Math.min(width, height) || []].flat().join(' '),
    ),
    ...(isSpherical ? ['360°'] : []),
    ...(refusal === undefined ? [] : ['refused']),
  ];
}

const kindOf = (mimeType: string): string => (/^\w+\/([\w-]+)/.exec(mimeType)?.[1] ?? mimeType).toUpperCase();

async function streamName(hls: string, media: MediaFolder): Promise<string> {
  if (isAbsolute(hls)) return 'HLS elsewhere';
  const text = await media.readText(hls).catch(() => null);
  if (text === null) return 'HLS, missing';
  const sizes = readVariants(text).map(listedLevel);
  const sides = sizes.map(({ width, height }) => Math.min(width, height)).filter((side) => side > 0);
  const [lowest, highest] = [Math.min(...sides), Math.max(...sides)];
  const range = sides.length === 0 ? '' : lowest === highest ? ` ${lowest}` : ` ${lowest}–${highest}`;
  return `HLS${range}${(await isLive(hls, text, media)) ? ' live' : ''}`;
}

/** Whether a stream is live, by the server's rule: a playlist without an end is still being written. */
async function isLive(reference: string, text: string, media: MediaFolder): Promise<boolean> {
  if (!isMultivariant(text)) return !readMediaPlaylist(text).isFinished;
  const [variant] = renditionsIn(text).filter(({ kind }) => kind === 'variant');
  const path = variant && below(reference, variant.uri);
  const playlist = path === undefined ? undefined : await media.readText(path).catch(() => undefined);
  return playlist !== undefined && !readMediaPlaylist(playlist).isFinished;
}

/** Columns for a terminal; the title is last, because it may have any length. */
export function tableOf(videos: readonly ListedVideo[]): string[] {
  const head = ['id', 'length', 'size', 'listed', 'streams', 'title'];
  const rows = videos.map((video) => [
    video.id,
    // A live stream has no length, and for some videos only the media has it.
    video.lengthSeconds > 0 ? clockTime(Math.round(video.lengthSeconds)) : '–',
    formatBytes(video.sizeBytes),
    video.isListed ? 'yes' : 'no',
    video.streams.join(', ') || 'none',
    plainText(video.title),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  return [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Replaces control characters, which could overwrite other lines of a terminal. */
const plainText = (text: string): string => text.replaceAll(/\p{C}+/gu, ' ');
