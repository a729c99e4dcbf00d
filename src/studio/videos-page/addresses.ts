/** Addresses that this page and its server share: below the path prefix of the provider, wherever that is. */
export interface Addresses {
  /** New uploads by the tus protocol, and below it each of them. */
  readonly uploads: string;
  readonly videos: string;
  /** Every video of the catalog. */
  readonly library: string;
  /** Views of some of them. */
  readonly views: string;
  /** @param id Of a video. */
  embed(id: string): string;
  /** Page of its viewers. */
  viewers(id: string): string;
}

/** @param pagePath Of this page: `/provider/films`, behind a prefix where there is one. */
export function createAddresses(pagePath: string): Addresses {
  const root = pagePath.replace(/\/provider\/films\/?$/, '');
  return {
    uploads: `${root}/provider/uploads`,
    videos: `${root}/provider/api/films`,
    library: `${root}/provider/api/library`,
    views: `${root}/provider/api/viewers/views`,
    embed: (id) => `${root}/embed/${id}`,
    viewers: (id) => `${root}/provider/viewers?video=${id}`,
  };
}
