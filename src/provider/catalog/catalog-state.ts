import type { CatalogSummary, CatalogSource } from './catalog-source.ts';
import type { Catalog, Playlist, Video } from './catalog.ts';
import type { ReadDepth } from './loading/description-folder.ts';

/** A caller that waits for the files of a video. */
interface Waiting {
  readonly done: Promise<void>;
  readonly resolve: () => void;
}

type ChangedCatalog = Catalog & { readonly videos: Map<string, Video> };

/**
 * Content of a catalog as it was read. Values that have not changed stay the same objects, so that callers can compare
 * them.
 */
export class CatalogState {
  readonly #videos = new Map<string, Video>();
  #summary: CatalogSummary | undefined;
  #hasNewVideos = false;
  /** Since the last read, the map of videos has been changed in place. */
  #isPatched = false;
  #catalog: ChangedCatalog | undefined;
  /** Waiting callers, by the file that describes their video. */
  readonly #waiting = new Map<string, Waiting>();

  /** Reads once, and returns the catalog as it is then; the same object if nothing has changed. */
  async read(source: CatalogSource, depth: ReadDepth): Promise<Catalog> {
    const reading = source.read(depth);
    let step = await reading.next();
    while (step.done !== true) {
      for (const [file, video] of step.value) this.#take(file, video);
      this.#hasNewVideos = true;
      step = await reading.next();
    }
    if (step.value !== undefined) this.#summary = step.value;
    if (this.#summary === undefined) throw new Error('The first read of a catalog has no summary.');
    if (this.#catalog === undefined || this.#hasNewVideos || step.value !== undefined)
      this.#catalog = this.#assemble(this.#summary, this.#catalog);
    this.#hasNewVideos = false;
    this.#isPatched = false;
    for (const [file, { resolve }] of this.#waiting) {
      // The description of this file was removed.
      if (this.#videos.get(file)?.isDescribedOnly === true) continue;
      resolve();
      this.#waiting.delete(file);
    }
    return this.#catalog;
  }

  /** Whether files of videos are still to be read. */
  get hasRest(): boolean {
    return [...this.#videos.values()].some(({ isDescribedOnly }) => isDescribedOnly === true);
  }

  /** Resolves when the files of this video have been read; `undefined` if they have been, or there is no such video. */
  complete(id: string, source: CatalogSource): Promise<void> | undefined {
    if (this.#catalog?.videos.get(id)?.isDescribedOnly !== true) return undefined;
    const [, file] = this.#summary?.videoFiles.find(([one]) => one === id) ?? [];
    if (file === undefined) return undefined;
    const waiting = this.#waiting.get(file) ?? newWaiting();
    this.#waiting.set(file, waiting);
    source.prefer(file);
    return waiting.done;
  }

  /** Call this when a read has failed: waiting callers continue with the present catalog. */
  stopWaiting(): void {
    for (const { resolve } of this.#waiting.values()) resolve();
    this.#waiting.clear();
  }

  #take(file: string, video: Video | undefined): void {
    const before = this.#videos.get(file);
    if (video === undefined) this.#videos.delete(file);
    else this.#videos.set(file, video);
    if (video?.isDescribedOnly === true) return;
    this.#waiting.get(file)?.resolve();
    this.#waiting.delete(file);
    if (before?.isDescribedOnly !== true || this.#catalog?.videos.get(before.id) !== before) return;
    // Patches the same map: a new map for each video would recompute all derived data thousands of times.
    this.#isPatched = true;
    if (video?.id === before.id) this.#catalog.videos.set(before.id, video);
    else this.#catalog.videos.delete(before.id);
  }

  #assemble(
    { site, videoFiles, spareFiles, playlists, problems, unusableIds }: CatalogSummary,
    before: ChangedCatalog | undefined,
  ): ChangedCatalog {
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
      videos: before !== undefined && !this.#isPatched && isSame(before.videos, videos) ? before.videos : videos,
      playlists: new Map(playlists.map((list) => [list.id, sameList(before?.playlists.get(list.id), list)])),
      problems,
      unusableIds: new Set(unusableIds),
    };
  }
}

function newWaiting(): Waiting {
  let resolve = (): void => undefined;
  const done = new Promise<void>((end) => {
    resolve = end;
  });
  return { done, resolve };
}

function sameList(before: Playlist | undefined, list: Playlist): Playlist {
  return before !== undefined && isEqual(before, list) ? before : list;
}

/** Whether plain data is equal, with its fields in the same order. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Whether two maps have equal values under equal keys, in the same order. */
function isSame<T>(one: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): boolean {
  const others = [...other];
  return (
    one.size === other.size &&
    [...one].every(([id, value], index) => others[index]?.[0] === id && others[index]?.[1] === value)
  );
}
