import type { Catalog } from '../catalog/catalog.ts';
import type { LogIngest } from './log-post.ts';

/** An ingest that gets the catalog's videos before its first post, and before the first one after each change. */
export function withCatalog(logs: LogIngest, catalog: Pick<Catalog, 'videos'>): LogIngest {
  let known: Catalog['videos'] | undefined;
  return {
    knowVideos: (ids) => logs.knowVideos(ids),
    async take(post) {
      if (known !== catalog.videos) {
        known = catalog.videos;
        await logs.knowVideos([...known.keys()]).catch((error: unknown) => {
          known = undefined;
          throw error;
        });
      }
      return logs.take(post);
    },
  };
}
