import type { Clock } from '../../../protocol/runtime/clock.ts';
import { problemText } from './catalog-problem.ts';
import { changesBetween, sizeOf } from './catalog-notices.ts';
import type { Catalog } from './catalog.ts';
import { CatalogReader, type CatalogOptions } from './loading/catalog-reader.ts';
import { watchFolders } from './watch-folders.ts';

export interface LiveCatalogOptions extends CatalogOptions {
  readonly clock: Clock;
  /** Called with what was loaded, and with later changes. */
  readonly onNotice?: ((notice: string) => void) | undefined;
  /** Called once for each problem, when it appears. */
  readonly onProblem?: ((problem: string) => void) | undefined;
}

/** Some editors and copy tools write a file in several steps; a read in between gets half a file. */
const SETTLE_MS = 200;
/** Not every disk reports changes, and media files are not watched: the folder is also polled. */
const POLL_INTERVAL_MS = 5_000;
/** Polling takes at most a twentieth of the time, however large the catalog is. */
const POLL_REST_FACTOR = 20;

/** A catalog that follows its folder: its members are always the present state. */
export class LiveCatalog implements Catalog {
  readonly #reader: CatalogReader;
  readonly #options: LiveCatalogOptions;
  readonly #watch: ReturnType<typeof watchFolders>;
  #state: Catalog;
  /** One read at a time; a change during a read starts another one after it. */
  #reading: Promise<void> = Promise.resolve();
  #cancelSettle: (() => void) | undefined;
  #cancelPoll: (() => void) | undefined;
  #isClosed = false;

  /** Throws `CatalogUnusable` if there is nothing to serve. */
  static async open(folder: string, options: LiveCatalogOptions): Promise<LiveCatalog> {
    const reader = new CatalogReader(folder, options);
    return new LiveCatalog(folder, reader, await reader.read(), options);
  }

  private constructor(folder: string, reader: CatalogReader, state: Catalog, options: LiveCatalogOptions) {
    this.#reader = reader;
    this.#options = options;
    this.#state = state;
    for (const problem of state.problems) options.onProblem?.(problemText(problem));
    options.onNotice?.(sizeOf(state));
    this.#watch = watchFolders(folder, ['', 'videos', 'playlists'], () => this.#settle());
    this.#pollLater(POLL_INTERVAL_MS);
  }

  get videos(): Catalog['videos'] {
    return this.#state.videos;
  }

  get playlists(): Catalog['playlists'] {
    return this.#state.playlists;
  }

  get site(): Catalog['site'] {
    return this.#state.site;
  }

  get problems(): Catalog['problems'] {
    return this.#state.problems;
  }

  /** Reads what has changed; an entry that became invalid keeps its last version. */
  reload(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#read());
    return this.#reading;
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelSettle?.();
    this.#cancelPoll?.();
    this.#watch.close();
  }

  async #read(): Promise<void> {
    if (this.#isClosed) return;
    try {
      this.#replace(await this.#reader.read());
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#replace({ ...this.#state, problems: [{ effect: 'kept', message }] });
    }
    /** A folder that was moved away and back is a different one for its watcher. */
    if (!this.#isClosed) this.#watch.renew();
  }

  #replace(next: Catalog): void {
    const before = this.#state;
    const known = new Set(before.problems.map(problemText));
    this.#state = {
      ...next,
      videos: isSame(before.videos, next.videos) ? before.videos : next.videos,
    };
    const fresh = next.problems.map(problemText).filter((text) => !known.has(text));
    for (const text of fresh) this.#options.onProblem?.(text);
    const changes = changesBetween(before, this.#state);
    if (changes !== undefined) this.#options.onNotice?.(`${changes}; now ${sizeOf(this.#state)}`);
  }

  #settle(): void {
    if (this.#cancelSettle !== undefined || this.#isClosed) return;
    this.#cancelSettle = this.#options.clock.after(SETTLE_MS, () => {
      this.#cancelSettle = undefined;
      void this.reload();
    });
  }

  #pollLater(delayMs: number): void {
    const { clock } = this.#options;
    this.#cancelPoll = clock.after(delayMs, () => {
      const startMs = clock.monotonicNow();
      void this.reload().then(() => {
        const tookMs = clock.monotonicNow() - startMs;
        if (!this.#isClosed) this.#pollLater(Math.max(POLL_INTERVAL_MS, tookMs * POLL_REST_FACTOR));
      });
    });
  }
}

/** The same values under the same keys, in the same order. */
function isSame<T>(one: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): boolean {
  const others = [...other];
  return (
    one.size === other.size &&
    [...one].every(([id, value], index) => others[index]?.[0] === id && others[index]?.[1] === value)
  );
}
