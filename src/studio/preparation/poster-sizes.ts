import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { VideoFile } from '../../provider/catalog/catalog-schema.ts';
import { exists } from './exists.ts';
import { avifCommand, imageCommand, POSTER_MAX_WIDTH } from './picture-commands.ts';

/** For embeds on phones and in articles: a quarter of the pixels of the large poster. */
const SMALL_WIDTH = 640;

export interface PosterSizesOptions {
  /** Holds `poster.jpg`. */
  readonly folder: string;
  readonly videoId: string;
  /** Size of the video, pixels. */
  readonly width: number;
  readonly height: number;
  readonly run: (args: readonly string[]) => Promise<unknown>;
}

/** Makes the other sizes and formats of a poster. AVIF, at half the bytes, comes before JPEG if ffmpeg can encode it. */
export async function makePosterSizes(options: PosterSizesOptions): Promise<VideoFile['posters']> {
  const { folder, videoId, width, height, run } = options;
  const sizes = [{ name: 'poster', width: Math.min(width, POSTER_MAX_WIDTH) }];
  if (width > SMALL_WIDTH) {
    sizes.unshift({ name: 'poster-small', width: SMALL_WIDTH });
    await run(imageCommand('poster.jpg', 'poster-small.jpg', SMALL_WIDTH));
  }
  const inFormat = (type: string, mimeType: string) =>
    sizes.map(({ name, width: posterWidth }) => ({
      url: `${videoId}/${name}.${type}`,
      mimeType,
      width: posterWidth,
      height: Math.round((posterWidth * height) / width),
    }));
  const made = await Promise.all(
    sizes.map(async ({ name }) => {
      const target = `${name}.avif`;
      await run(avifCommand(`${name}.jpg`, target)).catch(() => rm(join(folder, target), { force: true }));
      return exists(join(folder, target));
    }),
  );
  const hasAvif = made.every(Boolean);
  return [...(hasAvif ? inFormat('avif', 'image/avif') : []), ...inFormat('jpg', 'image/jpeg')];
}
