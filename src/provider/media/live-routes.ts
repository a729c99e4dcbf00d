import type { Hono } from 'hono';
import type { Clock } from '../../../protocol/clock.ts';
import { PROVIDER } from '../../../protocol/constants.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { OPEN_TO_ALL } from '../http/answers.ts';
import { livePlaylist } from './live-playlist.ts';

/** `/live/{id}/master.m3u8` and the numbered playlists it names. Segments come from `/media/`. */
export function liveRoutes(app: Hono, catalog: Catalog, clock: Clock): void {
  app.get('/live/:videoId/:file', (context) => {
    const stream = catalog.videos.get(context.req.param('videoId'))?.liveStream;
    const file = context.req.param('file');
    if (stream === undefined) return context.notFound();
    if (file === 'master.m3u8') return playlist(stream.master, 'public, max-age=60');
    const rendition = stream.renditions[Number(/^(\d{1,3})\.m3u8$/.exec(file)?.[1] ?? Number.NaN)];
    if (rendition === undefined) return context.notFound();
    return playlist(livePlaylist(rendition, clock.now(), PROVIDER.liveWindowSegments), 'no-cache');
  });
}

function playlist(text: string, cacheControl: string): Response {
  return new Response(text, {
    headers: { ...OPEN_TO_ALL, 'Content-Type': 'application/vnd.apple.mpegurl', 'Cache-Control': cacheControl },
  });
}
