import type { CatalogSummary, CatalogSource } from './catalog-source.ts';
import type { Catalog, Playlist, Video } from './catalog.ts';
import type { ReadDepth } from './loading/description-folder.ts';

/** What has been read of a catalog. Values that have not changed stay the same objects, so that callers can compare them. */
export class CatalogState {
  readonly #videos = new Map<string, Video>();
  #summary: CatalogSummary | undefined;
  #hasNewVideos = false;
  #catalog: Catalog | undefined;

  /** Reads once, and returns the catalog as it is then; the same object if nothing has changed. */
  async read(source: CatalogSource, depth: ReadDepth): Promise<Catalog> {
    const reading = source.read(depth);
    let step = await reading.next();
    while (step.done !== true) {
      for (const [file, video] of step.value) this.#videos.set(file, video);
      this.#hasNewVideos = true;
      step = await reading.next();
    }
    if (step.value !== undefined) this.#summary = step.value;
    if (this.#summary === undefined) throw new Error('The first read of a catalog has no summary.');
    if (this.#catalog === undefined || this.#hasNewVideos || step.value !== undefined)
      this.#catalog = this.#assemble(this.#summary, this.#catalog);
    this.#hasNewVideos = false;
    return this.#catalog;
  }

  #assemble(
    { site, videoFiles, spareFiles, playlists, problems }: CatalogSummary,
    before: Catalog | undefined,
  ): Catalog {
    const videos = new Map(
      videoFiles.flatMap(([id, file]) => {
        const video = this.#videos.get(file);
        return video === undefined ? [] : [[id, video] as const];
      }),
    );
    const files = new Set([...spareFiles, ...videoFiles.map(([, file]) => file)]);
    for (const file of this.#videos.keys()) if (!files.has(file)) this.#videos.delete(file);
    return {
      site: before !== undefined && isEqual(site, before.site) ? before.site : site,
      videos: before !== undefined && isSame(before.videos, videos) ? before.videos : videos,
      playlists: new Map(playlists.map((list) => [list.id, sameList(before?.playlists.get(list.id), list)])),
      problems,
    };
  }
}

function sameList(before: Playlist | undefined, list: Playlist): Playlist {
  return before !== undefined && isEqual(before, list) ? before : list;
}

/** Plain data with the same fields in the same order. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The same values under the same keys, in the same order. */
function isSame<T>(one: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): boolean {
  const others = [...other];
  return (
    one.size === other.size &&
    [...one].every(([id, value], index) => others[index]?.[0] === id && others[index]?.[1] === value)
  );
}
