import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { PreparationProgress } from '../../../protocol/provider/video-uploads.ts';
import type { OnPreparationProgress } from './preparation-job.ts';

/** Prepares one video; never rejects. */
type PrepareOne = (id: string, onProgress: OnPreparationProgress, signal: AbortSignal) => Promise<void>;

interface Running {
  readonly id: string;
  readonly interrupt: AbortController;
  readonly startedAtMs: number;
  step: string;
  share: number;
  done: Promise<void>;
}

/** Below this share, the remaining time is unknown. */
const KNOWN_SHARE = 0.03;

/** Prepares one video at a time, which keeps every core busy; the others wait in order. */
export class PreparationQueue {
  readonly #prepare: PrepareOne;
  readonly #clock: Clock;
  readonly #waiting: string[] = [];
  #running: Running | null = null;
  #isClosed = false;

  constructor(prepare: PrepareOne, clock: Clock) {
    this.#prepare = prepare;
    this.#clock = clock;
  }

  add(id: string): void {
    this.#waiting.push(id);
    this.#next();
  }

  /** Place in the queue, where 1 is next; `null` for an upload that is not waiting. */
  placeOf(id: string): number | null {
    const index = this.#waiting.indexOf(id);
    return index === -1 ? null : index + 1;
  }

  progressOf(id: string): PreparationProgress | null {
    if (this.#running?.id !== id) return null;
    const { step, share, startedAtMs } = this.#running;
    const elapsedSeconds = (this.#clock.monotonicNow() - startedAtMs) / 1_000;
    const isKnown = share >= KNOWN_SHARE && share < 1;
    return { step, share, leftSeconds: isKnown ? Math.ceil((elapsedSeconds / share) * (1 - share)) : null };
  }

  /** Removes a job; resolves when it is no longer running. */
  async remove(id: string): Promise<void> {
    const index = this.#waiting.indexOf(id);
    if (index !== -1) this.#waiting.splice(index, 1);
    if (this.#running?.id === id) await this.#interrupt(this.#running);
  }

  /** Interrupts the running job; waiting jobs stay as they are. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running !== null) await this.#interrupt(this.#running);
  }

  #interrupt({ interrupt, done }: Running): Promise<void> {
    interrupt.abort();
    return done;
  }

  #next(): void {
    if (this.#running !== null || this.#isClosed) return;
    const id = this.#waiting.shift();
    if (id === undefined) return;
    const interrupt = new AbortController();
    const startedAtMs = this.#clock.monotonicNow();
    const running: Running = { id, interrupt, startedAtMs, step: '', share: 0, done: Promise.resolve() };
    this.#running = running;
    const onProgress: OnPreparationProgress = (step, share) => Object.assign(running, { step, share });
    running.done = this.#prepare(id, onProgress, interrupt.signal).then(() => {
      this.#running = null;
      this.#next();
    });
  }
}
