import type { PathPrefix } from '../http/path-prefix.ts';
import { withAddresses } from './video-addresses.ts';
import type { Catalog, Video } from './catalog.ts';
import { derivedFrom } from './derived.ts';

/** The catalog with the path prefix of the server in its addresses, as pages request them. */
export function prefixedCatalog(catalog: Catalog, prefix: PathPrefix): Catalog {
  if (prefix.text === '') return catalog;
  const videos = derivedFrom(
    catalog,
    () => new Map([...catalog.videos].map(([id, video]) => [id, prefixed(video, prefix)])),
  );
  return {
    get videos() {
      return videos();
    },
    get playlists() {
      return catalog.playlists;
    },
    get site() {
      return catalog.site;
    },
    get problems() {
      return catalog.problems;
    },
    get unusableIds() {
      return catalog.unusableIds;
    },
    async complete(id) {
      const made = videos();
      await catalog.complete?.(id);
      const video = catalog.videos.get(id);
      if (video === undefined) made.delete(id);
      else made.set(id, prefixed(video, prefix));
    },
  };
}

function prefixed(video: Video, { add }: PathPrefix): Video {
  return {
    ...withAddresses(video, add),
    posters: video.posters.map((poster) => ({ ...poster, url: add(poster.url) })),
    author: prefixedAuthor(video.author, add),
    ...(video.pageUrl === undefined ? {} : { pageUrl: add(video.pageUrl) }),
  };
}

function prefixedAuthor({ url, picture, ...rest }: Video['author'], add: PathPrefix['add']): Video['author'] {
  return {
    ...rest,
    ...(url === undefined ? {} : { url: add(url) }),
    ...(picture === undefined ? {} : { picture: add(picture) }),
  };
}
