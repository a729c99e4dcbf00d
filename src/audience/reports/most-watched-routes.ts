import type { Hono } from 'hono';
import type { MostWatchedMoments } from '../../provider/catalog/most-watched.ts';
import type { FeatureContext } from '../../provider/feature.ts';
import { TOKEN_STEP } from '../../provider/http/media-token.ts';

/** Path prefix, followed by an optional token and the id of a video. */
export const MOST_WATCHED_PATH = '/most-watched/';

export interface MostWatchedRoutesDependencies {
  readonly mostWatched: MostWatchedMoments;
  /** Access check of a video's media, which applies to its curve, too. */
  readonly signedMedia: Pick<FeatureContext['signedMedia'], 'admitVideo'>;
}

/** Mounts the route of the curve over the seek bar. Browsers cache the picture as long as it would hardly change. */
export function mostWatchedRoutes(app: Hono, { mostWatched, signedMedia }: MostWatchedRoutesDependencies): void {
  for (const path of [`${MOST_WATCHED_PATH}:video`, `${MOST_WATCHED_PATH}:token{${TOKEN_STEP}}/:video`])
    app.get(path, async (context) => {
      const { video = '', token } = context.req.param() as Readonly<Record<string, string>>;
      if (!(await signedMedia.admitVideo(video, token))) return context.notFound();
      const picture = await mostWatched.pictureOf(video);
      if (picture === undefined) return context.notFound();
      const cacheControl = `${token === undefined ? 'public' : 'private'}, max-age=3600`;
      return new Response(picture, { headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': cacheControl } });
    });
}
