import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { rangesOf } from '../../../../protocol/runtime/media/time-ranges.ts';
import type { Intents } from '../intents/intents.ts';
import { movingRate, READY_STATE, type MediaElement } from './media-element.ts';

/**
 * A start or a stall during which nothing new is buffered for this time ends in an error, never in an endless spinner. A
 * start on a busy device took 17 s.
 */
export const STALL_TIMEOUT_MS = 30_000;

export interface StallWatchDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly intents: Intents;
  /**
   * Whether playback waits for a known cause: the viewer's missing connection, or the missing encoder of a live
   * stream.
   */
  readonly isAway: () => boolean;
  readonly onTimeout: (message: string) => void;
}

/**
 * Ends a start without a picture, or a stall, in an error after a time. The time starts again while data still arrives, and
 * while the connection or the encoder is known to be missing.
 */
export class StallWatch {
  readonly #dependencies: StallWatchDependencies;
  #cancel: () => void = () => undefined;

  constructor(dependencies: StallWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts the time anew. */
  watch(): void {
    const { element, clock, intents, isAway, onTimeout } = this.#dependencies;
    this.stop();
    const bufferedBefore = bufferedSeconds(element);
    this.#cancel = clock.after(STALL_TIMEOUT_MS, () => {
      const isStalled = intents.current.playing && movingRate(element) === 0;
      if (element.readyState >= READY_STATE.currentData && !isStalled) return;
      if (bufferedSeconds(element) > bufferedBefore || isAway()) this.watch();
      else onTimeout('nothing to play in time');
    });
  }

  stop(): void {
    this.#cancel();
  }
}

function bufferedSeconds({ buffered }: MediaElement): number {
  return rangesOf(buffered).reduce((sum, [start, end]) => sum + end - start, 0);
}
