import type { Hono } from 'hono';
import { OPEN_TO_ALL } from '../http/responses.ts';
import { fileResponse } from '../files/file-response.ts';
import type { FileCompressor } from '../files/content-encoding.ts';
import { PLAYLIST_TYPE } from '../files/content-types.ts';
import type { FileFolder, ServedFile } from '../files/file-folder.ts';
import { notAdmittedResponse, type SignedMedia } from './signed-media.ts';
import { LiveVersions } from './live-versions.ts';

const A_YEAR = 'public, max-age=31536000, immutable';
const AN_HOUR_FOR_ONE = 'private, max-age=3600';
/** Cached, but revalidated each time: a playlist that an encoder writes changes every few seconds, a video when it is replaced. */
const ASK_EACH_TIME = 'no-cache';

/** Media of the catalog, with byte ranges, for pages of any origin. */
export function mediaRoutes(app: Hono, folder: FileFolder, compressor: FileCompressor, signedMedia: SignedMedia): void {
  const live = new LiveVersions(folder);
  app.get('/media/*', async (context) => {
    const admitted = await signedMedia.admit(context.req.path.slice('/media/'.length));
    if (!admitted.ok) return notAdmittedResponse();
    const { path, newestMs, isSigned } = admitted;
    const send = (file: ServedFile, cacheControl: string): Promise<Response> =>
      fileResponse(context.req.raw, file, { cacheControl, compressor });
    const version = context.req.query('v');
    const segment = version === undefined ? undefined : await live.find(path, version);
    if (segment !== undefined)
      return send(segment.file, `${isSigned ? 'private' : 'public'}, max-age=${segment.seconds}`);
    const file = await folder.find(path);
    if (file === undefined) return context.notFound();
    if (isPlaylist(file)) return send(await live.playlist(file, path), ASK_EACH_TIME);
    // A file that is newer than the version in its address is not the addressed version.
    if (newestMs === undefined || file.modifiedMs > newestMs) return send(file, ASK_EACH_TIME);
    return send(file, isSigned ? AN_HOUR_FOR_ONE : A_YEAR);
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
