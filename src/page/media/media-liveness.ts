import type { Clock } from '../../../protocol/clock.ts';
import { MEDIA } from '../../../protocol/constants.ts';

export interface MediaLivenessDependencies {
  readonly clock: Clock;
  readonly ask: () => Promise<unknown>;
  /** Somebody is waiting for the worker: the element moves, or wants to. */
  readonly isNeeded: () => boolean;
  /** For how long there is enough to play, milliseconds; 0 where a worker that is gone would soon be missed. */
  readonly plentyMs: () => number;
  /** What the element has left will not last. */
  readonly isStarving: () => boolean;
  readonly onDead: () => void;
}

/**
 * A dead media worker is silent: no event, and what is buffered plays on (media.md 9.3). So it is asked, while it is needed;
 * one that is merely busy is let be for as long as there is something to play.
 */
export class MediaLiveness {
  readonly #dependencies: MediaLivenessDependencies;
  #cancel: (() => void) | null = null;
  #unanswered = 0;

  constructor(dependencies: MediaLivenessDependencies) {
    this.#dependencies = dependencies;
  }

  /** From now on, whatever was known of the time to come. */
  watch(): void {
    this.#lookAfter(MEDIA.pingIntervalMs);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#unanswered = 0;
  }

  #lookAfter(delayMs: number): void {
    this.#cancel?.();
    this.#cancel = this.#dependencies.clock.after(delayMs, () => this.#look());
  }

  #look(): void {
    const { ask, isNeeded, plentyMs, isStarving, onDead } = this.#dependencies;
    this.#cancel = null;
    if (!isNeeded()) return this.stop();
    const quietMs = plentyMs();
    if (quietMs > 0) {
      this.#unanswered = 0;
      return this.#lookAfter(Math.max(quietMs, MEDIA.pingIntervalMs));
    }
    if (this.#unanswered * MEDIA.pingIntervalMs >= MEDIA.pingTimeoutMs && isStarving()) return onDead();
    this.#unanswered += 1;
    ask().then(
      () => (this.#unanswered = 0),
      () => undefined,
    );
    this.watch();
  }
}
