import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { rangesOf } from '../../../../protocol/runtime/media/time-ranges.ts';
import type { Intents } from '../intents/intents.ts';
import { movingRate, READY_STATE, type MediaElement } from './media-element.ts';

/**
 * A start or a stall without anything new to play for this long is an error, never an endless spinner. A
 * start on a device that is busy took 17 s.
 */
export const STALL_TIMEOUT_MS = 30_000;

export interface StallWatchDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly intents: Intents;
  /**
   * Whether playback waits for something that is known to be away: the viewer's connection, or the encoder of a live
   * stream.
   */
  readonly isAway: () => boolean;
  readonly onTimeout: (message: string) => void;
}

/**
 * No spinner is endless: a start without a picture and a stall end in an error. What still arrives, a connection that is
 * away and an encoder that is, are something to wait for.
 */
export class StallWatch {
  readonly #dependencies: StallWatchDependencies;
  #cancel: () => void = () => undefined;

  constructor(dependencies: StallWatchDependencies) {
    this.#dependencies = dependencies;
  }

  /** From now on it is time for something new to play. */
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
