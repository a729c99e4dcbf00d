import type { Session } from '../context/session.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import {
  FAST_FLUSH_DELAY_MS,
  FIRST_FLUSH_DELAY_MS,
  FLUSH_INTERVAL_MS,
  SAVING_FLUSH_INTERVAL_MS,
} from '../../../protocol/constants.ts';

export interface FlushTimersOptions {
  readonly clock: Clock;
  /** Read at each ordinary flush; the data saver does not delay urgent events. */
  readonly session: Pick<Session, 'savesData'>;
  readonly flush: (tierMin: number) => void;
}

/**
 * Decides when a queue is flushed (L4, L5). Timers run only while events wait, so an idle page stays idle. They are clock
 * timers, not jobs of the scheduler (X5): jobs also wait for a navigation to end, which is when a flush matters most.
 */
export class FlushTimers {
  readonly #clock: Clock;
  readonly #session: FlushTimersOptions['session'];
  readonly #flush: FlushTimersOptions['flush'];
  #cancelOrdinary: (() => void) | null = null;
  #cancelFast: (() => void) | null = null;
  #isFirst = true;

  constructor({ clock, session, flush }: FlushTimersOptions) {
    this.#clock = clock;
    this.#session = session;
    this.#flush = flush;
  }

  /** Call it for each queued event. */
  noteEvent(tier: number): void {
    if (tier >= EVENT_TIER.immediate) return this.#flush(EVENT_TIER.immediate);
    if (tier >= EVENT_TIER.fast) this.#cancelFast ??= this.#after(FAST_FLUSH_DELAY_MS, this.#onFast);
    this.noteWaiting();
  }

  /** Notes an event that waits for the ordinary flush. */
  noteWaiting(): void {
    const intervalMs = this.#session.savesData ? SAVING_FLUSH_INTERVAL_MS : FLUSH_INTERVAL_MS;
    const delayMs = this.#isFirst ? FIRST_FLUSH_DELAY_MS : intervalMs;
    this.#cancelOrdinary ??= this.#after(delayMs, this.#onOrdinary);
  }

  stop(): void {
    this.#cancelOrdinary?.();
    this.#cancelFast?.();
  }

  readonly #onFast = (): void => {
    this.#cancelFast = null;
    this.#flush(EVENT_TIER.fast);
  };

  readonly #onOrdinary = (): void => {
    this.#cancelOrdinary = null;
    this.#isFirst = false;
    this.#flush(EVENT_TIER.unspecified);
  };

  #after(delayMs: number, task: () => void): () => void {
    return this.#clock.after(delayMs, task);
  }
}
