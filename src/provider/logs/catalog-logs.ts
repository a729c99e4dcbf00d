import type { Catalog, Video } from '../catalog/catalog.ts';
import { isAbsolute } from '../catalog/media-address.ts';
import type { KnownVideo, LogIngest } from './log-post.ts';

/** An ingest that receives the catalog's videos before its first post, and before the first post after each change. */
export function withCatalog(logs: LogIngest, catalog: Pick<Catalog, 'videos'>): LogIngest {
  let known: Catalog['videos'] | undefined;
  return {
    knowVideos: (videos) => logs.knowVideos(videos),
    async take(post) {
      if (known !== catalog.videos) {
        known = catalog.videos;
        await logs.knowVideos([...known.values()].map(knownVideo)).catch((error: unknown) => {
          known = undefined;
          throw error;
        });
      }
      return logs.take(post);
    },
  };
}

function knownVideo({ id, lengthSeconds, sources }: Video): KnownVideo {
  const stream = sources.hlsManifestUrl ?? sources.progressive[0]?.url ?? '';
  return {
    id,
    ...(!sources.isLive && lengthSeconds > 0 && { lengthSeconds }),
    ...(isAbsolute(stream) && { isElsewhere: true }),
  };
}
