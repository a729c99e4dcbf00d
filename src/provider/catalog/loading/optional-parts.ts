import type { VideoFile } from '../catalog-schema.ts';
import type { Video } from '../catalog.ts';
import { isAbsolute, mediaAddress } from '../media-address.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';
import type { Warn } from './remark.ts';
import { checkCaptions, readChapters, readStoryboard } from './side-files.ts';

export type OptionalParts = Pick<Video, 'captions' | 'posters'> & Partial<Pick<Video, 'chapters' | 'storyboard'>>;

/** Reads the parts that a video can play without; an unusable part is left out, with a warning. */
export async function optionalParts(file: VideoFile, media: MediaFolder, warn: Warn): Promise<OptionalParts> {
  const use = async <T>(field: string, read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof MediaFault)) throw error;
      warn(field, `${error.message}. It is left out`);
      return undefined;
    }
  };
  const usable = async <Item extends { readonly url: string }>(
    name: string,
    items: readonly Item[],
    check: (reference: string) => Promise<readonly string[]>,
  ): Promise<Item[]> => {
    const kept: Item[] = [];
    for (const [index, item] of items.entries()) {
      const { url } = item;
      const field = `${name}.${index}.url`;
      const remarks = isAbsolute(url) ? [] : await use(field, () => check(url));
      if (remarks === undefined) continue;
      for (const remark of remarks) warn(field, remark);
      kept.push(item);
    }
    return addressed(kept);
  };
  const { chapters: chapterSource, storyboard: storyboardSource } = file;
  const chapters =
    typeof chapterSource === 'string'
      ? await use('chapters', () => readChapters(chapterSource, media, (text) => warn('chapters', text)))
      : chapterSource;
  const storyboard =
    storyboardSource === undefined ? undefined : await use(...storyboardReader(storyboardSource, media));
  return {
    posters: await usable('posters', file.posters, async (url) => {
      await media.check(url);
      return [];
    }),
    captions: await usable('captions', file.captions, (url) => checkCaptions(url, media)),
    ...(chapters === undefined ? {} : { chapters }),
    ...(storyboard === undefined ? {} : { storyboard }),
  };
}

/** Checks a storyboard in the description, or reads the file that describes it. */
function storyboardReader(
  source: NonNullable<VideoFile['storyboard']>,
  media: MediaFolder,
): [field: string, read: () => Promise<NonNullable<Video['storyboard']>>] {
  if (typeof source === 'string') return ['storyboard', () => readStoryboard(source, media)];
  return [
    'storyboard.url',
    async () => {
      if (!isAbsolute(source.url)) await media.check(source.url);
      return { ...source, url: mediaAddress(source.url) };
    },
  ];
}

export function addressed<T extends { url: string }>(items: readonly T[]): T[] {
  return items.map((item) => ({ ...item, url: mediaAddress(item.url) }));
}
