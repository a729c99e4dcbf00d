import type { Clock } from '../../../protocol/runtime/clock.ts';
import { problemText } from './catalog-problem.ts';
import { changesBetween, sizeOf } from './catalog-notices.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogSource } from './catalog-source.ts';
import { CatalogState } from './catalog-state.ts';
import { CatalogUnusable } from './catalog-unusable.ts';
import { CatalogReader, type CatalogOptions } from './loading/catalog-reader.ts';
import type { ReadDepth } from './loading/description-folder.ts';
import { watchFolders } from './watch-folders.ts';

export interface LiveCatalogOptions extends CatalogOptions {
  readonly clock: Clock;
  /** Reads the folder; in this thread if absent. */
  readonly openSource?: ((folder: string, options: CatalogOptions) => CatalogSource) | undefined;
  /** Videos whose files are read at once, before the catalog is open and with later reads; the others follow. */
  readonly completedMax?: number | undefined;
  /** Called with a sentence about the first load, and about later changes. */
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** Called once for each problem, when it appears. */
  readonly onProblem?: ((problem: string) => void) | undefined;
}

/** Some editors and copy tools write a file in several steps; a read in between gets half a file. */
const SETTLE_MS = 200;
/** Not every disk reports changes, and media files are not watched: the folder is also polled. */
const POLL_INTERVAL_MS = 5_000;
/** Polling takes at most a tenth of the time, however large the catalog is. */
const POLL_REST_FACTOR = 9;
/** Every poll checks all descriptions, and the files that they name in turn: the files of about 400 videos at once. */
const POLL = { sideFilesMax: 25_000 };
const EVERYTHING: ReadDepth = { sideFilesMax: Number.POSITIVE_INFINITY };
/** Videos whose files one read reads for the first time: less than a second of work, so that changes are seen soon. */
const COMPLETED_MAX = 200;

interface LiveCatalogParts {
  readonly folder: string;
  readonly source: CatalogSource;
  readonly read: CatalogState;
  readonly state: Catalog;
  readonly options: LiveCatalogOptions;
}

/** A catalog that follows its folder: its members are always the present state. */
export class LiveCatalog implements Catalog {
  readonly #source: CatalogSource;
  readonly #read: CatalogState;
  readonly #options: LiveCatalogOptions;
  readonly #watch: ReturnType<typeof watchFolders>;
  #state: Catalog;
  /** One read at a time; a change during a read starts another read after it. */
  #reading: Promise<unknown> = Promise.resolve();
  #isCompleting = false;
  #cancelSettle: (() => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  #isClosed = false;

  /** Throws `CatalogUnusable` if there is nothing to serve. */
  static async open(folder: string, options: LiveCatalogOptions): Promise<LiveCatalog> {
    const source = options.openSource?.(folder, options) ?? new CatalogReader(folder, options);
    const read = new CatalogState();
    const { completedMax = COMPLETED_MAX } = options;
    try {
      return new LiveCatalog({
        folder,
        source,
        read,
        state: await read.read(source, { ...EVERYTHING, completedMax }),
        options,
      });
    } catch (error) {
      source.close();
      throw error;
    }
  }

  private constructor({ folder, source, read, state, options }: LiveCatalogParts) {
    this.#source = source;
    this.#read = read;
    this.#options = options;
    this.#state = state;
    for (const problem of state.problems) options.onProblem?.(problemText(problem));
    options.onNotice?.(sizeOf(state));
    this.#watch = watchFolders(folder, ['', 'videos', 'playlists'], () => this.#settle());
    this.#pollLater(POLL_INTERVAL_MS);
    void this.#completeRest();
  }

  get videos(): Catalog['videos'] {
    return this.#state.videos;
  }

  get playlists(): Catalog['playlists'] {
    return this.#state.playlists;
  }

  get unusableIds(): Catalog['unusableIds'] {
    return this.#state.unusableIds;
  }

  get site(): Catalog['site'] {
    return this.#state.site;
  }

  get problems(): Catalog['problems'] {
    return this.#state.problems;
  }

  readonly complete = async (id: string): Promise<void> => {
    const completed = this.#read.complete(id, this.#source);
    if (completed === undefined) return;
    void this.#completeRest();
    await completed;
  };

  /** Reads changed files; an entry that became invalid keeps its last version. */
  async reload(): Promise<void> {
    await this.check();
    await this.#readOnce(EVERYTHING);
  }

  /** Checks all descriptions for changes, and a part of the files that they name. */
  async check(): Promise<void> {
    await this.#readOnce({ ...POLL, completedMax: this.#completedMax });
    void this.#completeRest();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelSettle?.();
    this.#cancelPoll?.();
    this.#watch.close();
    this.#source.close();
  }

  /** Completes videos in pieces, so that a change of a description does not wait for all of them. */
  async #completeRest(): Promise<void> {
    if (this.#isCompleting) return;
    this.#isCompleting = true;
    const depth = { sideFilesMax: 0, completedMax: this.#completedMax };
    let isGood = true;
    while (isGood && !this.#isClosed && this.#read.hasRest) isGood = await this.#readOnce(depth);
    this.#isCompleting = false;
  }

  get #completedMax(): number {
    return this.#options.completedMax ?? COMPLETED_MAX;
  }

  #readOnce(depth: ReadDepth): Promise<boolean> {
    const reading = this.#reading.then(() => this.#readNow(depth));
    this.#reading = reading;
    return reading;
  }

  /** Whether the folder could be read. */
  async #readNow(depth: ReadDepth): Promise<boolean> {
    if (this.#isClosed) return false;
    let isGood = true;
    try {
      this.#replace(await this.#read.read(this.#source, depth));
    } catch (error) {
      this.#read.stopWaiting();
      if (this.#isClosed) return false;
      isGood = false;
      const message = error instanceof CatalogUnusable ? error.problem : String(error);
      this.#replace({ ...this.#state, problems: [{ effect: 'kept', message }] });
    }
    // A folder that was moved away and back is a different one for its watcher.
    if (!this.#isClosed) this.#watch.renew();
    return isGood;
  }

  #replace(next: Catalog): void {
    const before = this.#state;
    if (next === before) return;
    const known = new Set(before.problems.map(problemText));
    this.#state = next;
    const fresh = next.problems.map(problemText).filter((text) => !known.has(text));
    for (const text of fresh) this.#options.onProblem?.(text);
    const changes = changesBetween(before, this.#state);
    if (changes !== undefined) this.#options.onNotice?.(`${changes}; now ${sizeOf(this.#state)}`);
  }

  #settle(): void {
    if (this.#cancelSettle !== undefined || this.#isClosed) return;
    this.#cancelSettle = this.#options.clock.after(SETTLE_MS, () => {
      this.#cancelSettle = undefined;
      void this.check();
    });
  }

  #pollLater(delayMs: number): void {
    const { clock } = this.#options;
    this.#cancelPoll = clock.after(delayMs, () => {
      const startMs = clock.monotonicNow();
      void this.check().then(() => {
        const tookMs = clock.monotonicNow() - startMs;
        if (!this.#isClosed) this.#pollLater(Math.max(POLL_INTERVAL_MS, tookMs * POLL_REST_FACTOR));
      });
    });
  }
}
