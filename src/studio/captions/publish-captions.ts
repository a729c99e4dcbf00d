import { open, rm, stat, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { basename, join } from 'node:path';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { CaptionFault } from './caption-fault.ts';
import { extractCommand, namedTracks, type CaptionSource } from './caption-source.ts';
import { CAPTIONS_MAX_BYTES, convertCaptions, type ConvertedCaptions } from './convert-captions.ts';

export interface PublishCaptionsOptions {
  /** The video that holds the tracks. */
  readonly video: { readonly path: string; readonly originSeconds: number };
  readonly videoId: string;
  /** Folder that the captions are written to. */
  readonly folder: string;
  readonly sources: readonly CaptionSource[];
  /** Runs ffmpeg in the folder. */
  readonly run: (args: readonly string[]) => Promise<void>;
}

export interface PublishedCaptions {
  readonly captions: VideoFile['captions'];
  /** A sentence about each loss and each track that is left out. */
  readonly remarks: readonly string[];
}

const EXTRACTED = 'captions.part';

/**
 * Writes the captions of a video as WebVTT. A captions file that cannot be published is a {@link CaptionFault}; an unpublishable track
 * inside the video is only left out, with a remark.
 */
export async function publishCaptions(options: PublishCaptionsOptions): Promise<PublishedCaptions> {
  const remarks: string[] = [];
  const published: { source: CaptionSource; file: string }[] = [];
  for (const source of options.sources) {
    try {
      const converted = await convertSource(source, options);
      const file = `captions-${published.length + 1}.vtt`;
      await writeFile(join(options.folder, file), converted.webVtt);
      published.push({ source, file });
      remarks.push(...converted.remarks);
    } catch (error) {
      if (!(error instanceof CaptionFault) || source.path !== null) throw error;
      remarks.push(`${error.message} It is left out.`);
    }
  }
  const tracks = namedTracks(published.map(({ source }) => source));
  const captions = published.flatMap(({ file }, at) => {
    const track = tracks[at];
    return track === undefined ? [] : [{ url: `${options.videoId}/${file}`, ...track }];
  });
  return { captions, remarks };
}

async function convertSource(source: CaptionSource, { video, folder, run }: PublishCaptionsOptions) {
  const { path, languageCode, index } = source;
  if (path !== null) return convertCaptionFile(path, source);
  const extracted = join(folder, EXTRACTED);
  try {
    await run(extractCommand(video, source, EXTRACTED));
    const name = `The track of captions in stream ${index}`;
    // Text tracks in containers are UTF-8.
    return convertCaptions(await readCaptionFile(extracted, name), { name, languageCode, encoding: 'utf-8' });
  } finally {
    await rm(extracted, { force: true });
  }
}

/** Converts a captions file to WebVTT; a file that cannot be published is a {@link CaptionFault}. */
export async function convertCaptionFile(
  path: string,
  { languageCode, encoding }: Pick<CaptionSource, 'languageCode' | 'encoding'>,
): Promise<ConvertedCaptions> {
  const name = basename(path);
  return convertCaptions(await readCaptionFile(path, name), { name, languageCode, encoding });
}

/** The bytes of a captions file; a missing file, a folder or a file over the size limit is a {@link CaptionFault}. */
export async function readCaptionFile(path: string, name: string): Promise<Buffer> {
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) throw new CaptionFault(`There is no file ${path}.`);
  if (!stats.isFile()) throw new CaptionFault(`${path} is no ordinary file. Name a file of captions.`);
  const file = await open(path, constants.O_RDONLY);
  try {
    // Reads one byte more than the limit: a file may be larger than its reported size.
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(stats.size, CAPTIONS_MAX_BYTES) + 1));
    if (bytesRead > CAPTIONS_MAX_BYTES)
      throw new CaptionFault(
        `${name} is too large for captions: at most ${CAPTIONS_MAX_BYTES / 1_048_576} MiB are read.`,
      );
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
