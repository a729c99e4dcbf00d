import { succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { Emitter } from '../../player/emitter.ts';
import { measureOtherWork, type IdleLoopEnvironment } from './idle-loop.ts';
import { medianInterval, middleOf, type MedianInterval } from './median-interval.ts';

/** Length of a session, from the request of the page through its first seconds of playback: most of the difference is in its start. */
export const SESSION_MS = 3_000;
/** Pairs of sessions: their interval tolerates one bad session on each side, and the viewer waits for a minute. */
export const COMPARED_PAIRS = 9;
/** A session from which other processes took more does not count: a different part of its work fell into its time. */
export const TAKEN_MAX_SHARE = 0.5;

/** The threads on which the infrastructure service and the engine run. */
export type ServicePlace = 'workers' | 'main';

/** Work of messages between the main thread and the workers of a page, milliseconds a second. */
export interface Crossing {
  readonly mainMs: number;
  readonly workersMs: number;
}

/** A page with the same video from the same position, on the thread that the loop measures. */
export interface ComparedPage {
  /** Fails if its video has not played. */
  check(): Outcome<void>;
  /** Reads what its threads have recorded; `null` if it has no workers, or they do not respond. */
  readCrossing(): Promise<Crossing | null>;
  remove(): void;
}

export interface ComparedPair {
  /** Milliseconds of the main thread a second. */
  readonly workersMs: number;
  readonly mainMs: number;
}

export interface ComparisonSnapshot {
  readonly isRunning: boolean;
  /** Finished sessions of this run, out of `SESSIONS`. */
  readonly done: number;
  readonly pairs: readonly ComparedPair[];
  /** Milliseconds of main a second that the workers save; `null` before the end. */
  readonly saved: MedianInterval | null;
  /** Pairs that do not count, since other processes took too much of main's time. */
  readonly disturbed: number;
  /** Share of the main thread's time that other processes took: the median of all sessions. */
  readonly takenShare: number;
  /** The median of the sessions with workers; `null` before the first session. */
  readonly crossing: Crossing | null;
  /** Reason for a missing result; empty with a result, and before a request. */
  readonly reason: string;
}

export interface WorkerComparisonOptions {
  readonly loop: IdleLoopEnvironment;
  readonly openPage: (place: ServicePlace, container: HTMLElement) => ComparedPage;
  /** Stops other work of the main thread: the page's video and the panel. Returns a function that lets both continue. */
  readonly hold: () => () => void;
  readonly reportError: (error: unknown) => void;
}

/** The first pair fills the caches of the browser and does not count. */
export const SESSIONS = (COMPARED_PAIRS + 1) * 2;
const NOTHING: ComparisonSnapshot = {
  isRunning: false,
  done: 0,
  pairs: [],
  saved: null,
  disturbed: 0,
  takenShare: 0,
  crossing: null,
  reason: '',
};

interface Session {
  readonly otherMs: number;
  readonly takenShare: number;
  readonly played: Outcome<void>;
}

/** Compares the same session with the service in workers and on the main thread, in turns. */
export class WorkerComparison {
  readonly #options: WorkerComparisonOptions;
  readonly #changed: Emitter<void>;
  #running: AbortController | null = null;
  #snapshot = NOTHING;
  #takenShares: number[] = [];
  #crossings: Crossing[] = [];

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
    // A further run adds its pairs to an earlier result, which makes the interval narrower.
    const { saved: before } = this.#snapshot;
    if (before === null) {
      this.#takenShares = [];
      this.#crossings = [];
    }
    this.#set({ ...(before === null ? NOTHING : this.#snapshot), saved: null, done: 0, reason: '', isRunning: true });
    const release = this.#options.hold();
    try {
      const reason = await this.#compare(container, running.signal);
      const savedMs = this.#snapshot.pairs.map(({ workersMs, mainMs }) => mainMs - workersMs);
      const hasResult = reason === '' || (before !== null && this.#snapshot.pairs.length > 0);
      this.#set({ ...this.#snapshot, isRunning: false, saved: hasResult ? medianInterval(savedMs) : null, reason });
    } finally {
      release();
      this.#running = null;
    }
  }

  stop(): void {
    this.#running?.abort();
  }

  /** Returns why the comparison ended early; empty if it did not. */
  async #compare(container: HTMLElement, signal: AbortSignal): Promise<string> {
    for (let pair = 0; pair <= COMPARED_PAIRS; pair += 1) {
      const order: readonly ServicePlace[] = pair % 2 === 0 ? ['workers', 'main'] : ['main', 'workers'];
      const measured = new Map<ServicePlace, Session>();
      for (const place of order) {
        const session = await this.#runSession(place, container, signal);
        if (signal.aborted) return 'stopped';
        // On a busy machine a video may not play in time; the next session may.
        if (!session.played.ok && !isDisturbed(session)) return session.played.message;
        measured.set(place, session);
        this.#set({ ...this.#snapshot, done: this.#snapshot.done + 1 });
      }
      if (pair > 0) this.#add(measured);
    }
    return '';
  }

  async #runSession(place: ServicePlace, container: HTMLElement, signal: AbortSignal): Promise<Session> {
    const { loop, openPage } = this.#options;
    const page = openPage(place, container);
    try {
      const { msPerSecond, takenShare } = await measureOtherWork(loop, SESSION_MS, signal);
      this.#takenShares.push(takenShare);
      if (signal.aborted) return { otherMs: msPerSecond, takenShare, played: succeed(undefined) };
      const crossing = place === 'workers' ? await page.readCrossing() : null;
      if (crossing !== null) this.#crossings.push(crossing);
      return { otherMs: msPerSecond, takenShare, played: page.check() };
    } finally {
      page.remove();
    }
  }

  #add(measured: ReadonlyMap<ServicePlace, Session>): void {
    const { pairs, disturbed } = this.#snapshot;
    const workersMs = measured.get('workers')?.otherMs ?? 0;
    const mainMs = measured.get('main')?.otherMs ?? 0;
    const counts = ![...measured.values()].some(isDisturbed);
    this.#set({
      ...this.#snapshot,
      pairs: counts ? [...pairs, { workersMs, mainMs }] : pairs,
      disturbed: disturbed + (counts ? 0 : 1),
      takenShare: middleOf(this.#takenShares),
      crossing:
        this.#crossings.length === 0
          ? null
          : {
              mainMs: middleOf(this.#crossings.map((crossing) => crossing.mainMs)),
              workersMs: middleOf(this.#crossings.map((crossing) => crossing.workersMs)),
            },
    });
  }

  #set(snapshot: ComparisonSnapshot): void {
    this.#snapshot = snapshot;
    this.#changed.emit();
  }
}

function isDisturbed({ takenShare }: Session): boolean {
  return takenShare > TAKEN_MAX_SHARE;
}
