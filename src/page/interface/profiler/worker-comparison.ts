import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import { Emitter } from '../../player/emitter.ts';
import { measureOtherWork, type IdleLoopEnvironment } from './idle-loop.ts';
import { pairedInterval, type Interval } from './paired-interval.ts';

/** From the request of the page to its first seconds of playback. Our choice. */
export const SESSION_MS = 5_000;
/** More make the interval narrower, and the viewer waits for them. Our choice. */
export const COMPARED_PAIRS = 5;

/** The threads on which the infrastructure service and the engine run. */
export type ServicePlace = 'workers' | 'main';

/** A page with the same video from the same position, on the thread that the loop measures. */
export interface ComparedPage {
  /** Fails if its video has not played. */
  check(): Outcome<void>;
  remove(): void;
}

export interface ComparedPair {
  /** Milliseconds of main a second. */
  readonly workersMs: number;
  readonly mainMs: number;
}

export interface ComparisonSnapshot {
  readonly isRunning: boolean;
  /** Sessions that are done, of all. */
  readonly done: number;
  readonly pairs: readonly ComparedPair[];
  /** Milliseconds of main a second that the workers save; `null` before the end. */
  readonly saved: Interval | null;
  /** Why there is no result; empty if there is one or none was asked for. */
  readonly reason: string;
}

export interface WorkerComparisonOptions {
  readonly loop: IdleLoopEnvironment;
  readonly openPage: (place: ServicePlace, container: HTMLElement) => ComparedPage;
  /** Holds what else runs on main: the video of the page, and the panel. Returns what releases it. */
  readonly hold: () => () => void;
  readonly reportError: (error: unknown) => void;
}

/** The first pair fills the caches of the browser and does not count. */
export const SESSIONS = (COMPARED_PAIRS + 1) * 2;
const NOTHING: ComparisonSnapshot = { isRunning: false, done: 0, pairs: [], saved: null, reason: '' };

/** Compares the same session with the service in workers and on main, one after the other, in turns. */
export class WorkerComparison {
  readonly #options: WorkerComparisonOptions;
  readonly #changed: Emitter<void>;
  #running: AbortController | null = null;
  #snapshot = NOTHING;

  constructor(options: WorkerComparisonOptions) {
    this.#options = options;
    this.#changed = new Emitter(options.reportError);
  }

  get = (): ComparisonSnapshot => this.#snapshot;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  async run(container: HTMLElement): Promise<void> {
    if (this.#running !== null) return;
    const running = new AbortController();
    this.#running = running;
    // Further pairs make the interval of a result narrower.
    const pairs = this.#snapshot.saved === null ? [] : this.#snapshot.pairs;
    this.#set({ ...NOTHING, pairs, isRunning: true });
    const release = this.#options.hold();
    try {
      const reason = await this.#compare(container, running.signal);
      const saved =
        reason === '' ? pairedInterval(this.#snapshot.pairs.map(({ workersMs, mainMs }) => mainMs - workersMs)) : null;
      this.#set({ ...this.#snapshot, isRunning: false, saved, reason });
    } finally {
      release();
      this.#running = null;
    }
  }

  stop(): void {
    this.#running?.abort();
  }

  /** Returns why it ended early; empty if it did not. */
  async #compare(container: HTMLElement, signal: AbortSignal): Promise<string> {
    for (let pair = 0; pair <= COMPARED_PAIRS; pair += 1) {
      const order: readonly ServicePlace[] = pair % 2 === 0 ? ['workers', 'main'] : ['main', 'workers'];
      const measured: Record<ServicePlace, number> = { workers: 0, main: 0 };
      for (const place of order) {
        const page = this.#options.openPage(place, container);
        measured[place] = await measureOtherWork(this.#options.loop, SESSION_MS, signal);
        const played = page.check();
        page.remove();
        if (signal.aborted) return 'stopped';
        if (!played.ok) return played.message;
        this.#set({ ...this.#snapshot, done: this.#snapshot.done + 1 });
      }
      const { workers: workersMs, main: mainMs } = measured;
      if (pair > 0) this.#set({ ...this.#snapshot, pairs: [...this.#snapshot.pairs, { workersMs, mainMs }] });
    }
    return '';
  }

  #set(snapshot: ComparisonSnapshot): void {
    this.#snapshot = snapshot;
    this.#changed.emit();
  }
}
