import type { Clock } from '../../../protocol/clock.ts';
import { MEDIA } from '../../../protocol/constants.ts';

export interface MediaLivenessDependencies {
  readonly clock: Clock;
  readonly ask: () => Promise<unknown>;
  /** Somebody is waiting for the worker: the element moves, or wants to. */
  readonly isNeeded: () => boolean;
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

  watch(): void {
    this.#cancel ??= this.#dependencies.clock.after(MEDIA.pingIntervalMs, () => this.#look());
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#unanswered = 0;
  }

  #look(): void {
    const { ask, isNeeded, isStarving, onDead } = this.#dependencies;
    this.#cancel = null;
    if (!isNeeded()) return this.stop();
    if (this.#unanswered * MEDIA.pingIntervalMs >= MEDIA.pingTimeoutMs && isStarving()) return onDead();
    this.#unanswered += 1;
    ask().then(
      () => (this.#unanswered = 0),
      () => undefined,
    );
    this.watch();
  }
}
