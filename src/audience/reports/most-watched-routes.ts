import type { Hono } from 'hono';
import type { MostWatchedMoments } from '../../provider/catalog/most-watched.ts';

/** The id of a video follows. */
export const MOST_WATCHED_PATH = '/most-watched/';

/** The picture that pages lay over their seek bar. Browsers keep it for the time in which it would not change much. */
export function mostWatchedRoutes(app: Hono, mostWatched: MostWatchedMoments): void {
  app.get(`${MOST_WATCHED_PATH}:video`, async (context) => {
    const picture = await mostWatched.pictureOf(context.req.param('video'));
    if (picture === undefined) return context.notFound();
    return new Response(picture, {
      headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=3600' },
    });
  });
}
