import type { Hono } from 'hono';
import { OPEN_TO_ALL } from '../http/responses.ts';
import { fileResponse } from '../files/file-response.ts';
import type { FileCompressor } from '../files/content-encoding.ts';
import { PLAYLIST_TYPE } from '../files/content-types.ts';
import type { FileFolder, ServedFile } from '../files/file-folder.ts';
import { notAdmittedResponse, type SignedMedia } from './signed-media.ts';
import { isFinal } from './playlist-freshness.ts';

const AN_HOUR = 'public, max-age=3600';
const AN_HOUR_FOR_ONE = 'private, max-age=3600';
/** Cached, but revalidated each time: a playlist that an encoder still writes changes every few seconds. */
const ASK_EACH_TIME = 'no-cache';

/** Media of the catalog, with byte ranges, for pages of any origin. */
export function mediaRoutes(app: Hono, folder: FileFolder, compressor: FileCompressor, signedMedia: SignedMedia): void {
  app.get('/media/*', async (context) => {
    const admitted = await signedMedia.admit(context.req.path.slice('/media/'.length));
    if (!admitted.ok) return notAdmittedResponse();
    const { path, isSigned } = admitted;
    const file = await folder.find(path);
    if (file === undefined) return context.notFound();
    const mayChange = isPlaylist(file) && !(await isFinal(file, path, folder));
    const keep = isSigned ? AN_HOUR_FOR_ONE : AN_HOUR;
    return fileResponse(context.req.raw, file, { cacheControl: mayChange ? ASK_EACH_TIME : keep, compressor });
  });
  app.options('/media/*', () => allowRanges());
  app.options('/live/*', () => allowRanges());
}

function isPlaylist(file: ServedFile): boolean {
  return file.contentType === PLAYLIST_TYPE;
}

/** A complex range such as `bytes=-500` causes a preflight. */
function allowRanges(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...OPEN_TO_ALL,
      'Access-Control-Allow-Methods': 'GET, HEAD',
      'Access-Control-Allow-Headers': 'Range, If-Range, If-None-Match',
      'Access-Control-Max-Age': '86400',
    },
  });
}
