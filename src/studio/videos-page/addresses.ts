/** Paths that the page requests, including the path prefix of the provider. */
export interface Addresses {
  /** Creates uploads by the tus protocol; each upload has a path below. */
  readonly uploads: string;
  readonly videos: string;
  /** Every video of the catalog. */
  readonly library: string;
  /** View counts of videos. */
  readonly views: string;
  /** @param id Id of a video. */
  embed(id: string): string;
  /** Page about the viewers of a video. */
  viewers(id: string): string;
}

/** @param pagePath Path of this page: `/provider/films`, with the prefix if there is one. */
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
