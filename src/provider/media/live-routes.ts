import type { Hono } from 'hono';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { OPEN_TO_ALL } from '../http/responses.ts';
import type { PathPrefix } from '../http/path-prefix.ts';
import { livePlaylist } from './live-playlist.ts';
import type { LiveStream } from '../catalog/live-stream.ts';
import { TOKEN_STEP } from '../http/media-token.ts';
import { notAdmittedResponse, type SignedMedia } from './signed-media.ts';

/** The live window: 90 s, enough to rewind more than a minute. */
export const LIVE_WINDOW_SEGMENTS = 45;

export interface LiveRoutesDependencies {
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly signedMedia: SignedMedia;
  readonly pathPrefix: PathPrefix;
}

/**
 * `/live/{id}/master.m3u8` and the numbered playlists that it names; a token may precede the id. Segments are below
 * `/media/`.
 */
export function liveRoutes(app: Hono, { catalog, clock, signedMedia, pathPrefix }: LiveRoutesDependencies): void {
  for (const path of ['/live/:videoId/:file', `/live/:token{${TOKEN_STEP}}/:videoId/:file`])
    app.get(path, async (context) => {
      const { videoId = '', file = '', token } = context.req.param() as Readonly<Record<string, string>>;
      if (!(await signedMedia.admitVideo(videoId, token))) return notAdmittedResponse();
      await catalog.complete?.(videoId);
      const stream = catalog.videos.get(videoId)?.liveStream;
      return (stream && playlistOf(stream, file, token, clock.now(), pathPrefix)) ?? context.notFound();
    });
}

function playlistOf(
  stream: LiveStream,
  file: string,
  token: string | undefined,
  nowMs: number,
  { add }: PathPrefix,
): Response | undefined {
  if (file === 'master.m3u8')
    return playlist(stream.master, token === undefined ? 'public, max-age=60' : 'private, max-age=60');
  const rendition = stream.renditions[Number(/^(\d{1,3})\.m3u8$/.exec(file)?.[1] ?? Number.NaN)];
  if (rendition === undefined) return undefined;
  const text = livePlaylist(rendition, nowMs, LIVE_WINDOW_SEGMENTS);
  const media = add(token === undefined ? '/media/' : `/media/${token}/`);
  return playlist(text.replaceAll('/media/', media), 'no-cache');
}

function playlist(text: string, cacheControl: string): Response {
  return new Response(text, {
    headers: { ...OPEN_TO_ALL, 'Content-Type': 'application/vnd.apple.mpegurl', 'Cache-Control': cacheControl },
  });
}
