import type { Hono } from 'hono';
import { OPEN_TO_ALL } from '../http/answers.ts';
import { answerFile } from '../files/answer-file.ts';
import type { FileCompressor } from '../files/content-encoding.ts';
import type { FileFolder } from '../files/file-folder.ts';

const AN_HOUR = 'public, max-age=3600';

/** Media of the catalog, with byte ranges, for pages of any origin. */
export function mediaRoutes(app: Hono, folder: FileFolder, compressor: FileCompressor): void {
  app.get('/media/*', async (context) => {
    const file = await folder.find(context.req.path.slice('/media/'.length));
    if (file === undefined) return context.notFound();
    return answerFile(context.req.raw, file, { cacheControl: AN_HOUR, compressor });
  });
  app.options('/media/*', () => allowRanges());
  app.options('/live/*', () => allowRanges());
}

/** A range that is not plain, such as `bytes=-500`, is asked for in advance. */
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
