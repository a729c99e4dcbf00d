import type * as z from 'zod/mini';
import { VideoId } from '../../../../protocol/identifiers.ts';
import { PageAddress, type VideoFile } from '../catalog-schema.ts';
import { MediaReference } from '../references.ts';
import type { Video } from '../catalog.ts';
import { isAbsolute, mediaAddress } from '../media-address.ts';
import { MediaFault, type MediaFolder } from './media-folder.ts';
import type { Warn } from './remark.ts';

/** Suggestions of one video: as many as a screen at its end can show. */
const RELATED_MAX = 12;

export type VideoLinks = Pick<Video, 'author' | 'channelId' | 'related'> & Partial<Pick<Video, 'pageUrl'>>;

/**
 * The author, the page and the suggestions of a video. A fault is a warning and its part is left out: playback needs none
 * of them.
 */
export async function resolveLinks(
  { id, author = '', channelId = '', pageUrl, related }: VideoFile,
  media: MediaFolder,
  warn: Warn,
): Promise<VideoLinks> {
  const page = checked(PageAddress, 'pageUrl', pageUrl, warn);
  return {
    author: typeof author === 'string' ? { name: author } : await resolveAuthor(author, media, warn),
    channelId,
    ...(page === undefined ? {} : { pageUrl: page }),
    related: suggestions(id, related ?? [], warn),
  };
}

async function resolveAuthor(
  { name, url, picture }: Exclude<NonNullable<VideoFile['author']>, string>,
  media: MediaFolder,
  warn: Warn,
): Promise<Video['author']> {
  const page = checked(PageAddress, 'author.url', url, warn);
  const reference = checked(MediaReference, 'author.picture', picture, warn);
  const address = reference === undefined ? undefined : await pictureAddress(reference, media, warn);
  return {
    name,
    ...(page === undefined ? {} : { url: page }),
    ...(address === undefined ? {} : { picture: address }),
  };
}

async function pictureAddress(reference: string, media: MediaFolder, warn: Warn): Promise<string | undefined> {
  try {
    if (!isAbsolute(reference)) await media.check(reference);
    return mediaAddress(reference);
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error;
    warn('author.picture', leftOut(error.message));
    return undefined;
  }
}

function checked(
  schema: z.ZodMiniType<string>,
  field: string,
  text: string | undefined,
  warn: Warn,
): string | undefined {
  if (text === undefined) return undefined;
  const parsed = schema.safeParse(text);
  if (!parsed.success) warn(field, leftOut(parsed.error.issues[0]?.message ?? 'cannot be read'));
  return parsed.data;
}

/** Whether the suggested videos exist is checked once all descriptions are read (`assemble.ts`). */
function suggestions(videoId: string, related: readonly string[], warn: Warn): string[] {
  const malformed = related.filter((id) => !VideoId.safeParse(id).success);
  if (malformed.length > 0)
    warn('related', leftOut(`names what is no video id: ${malformed.map((id) => JSON.stringify(id)).join(', ')}`));
  const wellFormed = related.filter((id) => !malformed.includes(id));
  const others = [...new Set(wellFormed)].filter((id) => id !== videoId);
  if (others.length < wellFormed.length) warn('related', leftOut('names a video twice, or this video itself'));
  if (others.length > RELATED_MAX)
    warn('related', `names ${others.length} videos: the first ${RELATED_MAX} are suggested`);
  return others.slice(0, RELATED_MAX);
}

function leftOut(fault: string): string {
  return `${fault}. It is left out`;
}
