import type { Clock } from '../../../../protocol/clock.ts';
import { MEDIA, PLAYER } from '../../../../protocol/constants.ts';
import type { Intents } from '../intents/intents.ts';
import { rangesOf } from '../time-ranges.ts';
import { movingRate, READY_STATE, type MediaElement } from './media-element.ts';

export interface StallWatchDependencies {
  readonly element: MediaElement;
  readonly clock: Clock;
  readonly intents: Intents;
  readonly isOnline: () => boolean;
  readonly onTimeout: (message: string) => void;
}

/** No spinner is endless: a start without a picture and a stall without new data end in an error. */
export class StallWatch {
  readonly #dependencies: StallWatchDependencies;
  #cancelStart: () => void = () => undefined;
  #cancelStall: () => void = () => undefined;

  constructor(dependencies: StallWatchDependencies) {
    this.#dependencies = dependencies;
  }

  watchStart(): void {
    const { element, clock, onTimeout } = this.#dependencies;
    this.#cancelStart();
    this.#cancelStart = clock.after(PLAYER.startTimeoutMs, () => {
      if (element.readyState < READY_STATE.currentData) onTimeout('no picture in time');
    });
  }

  /** What still arrives, and a connection that is away, are something to wait for. */
  watchStall(): void {
    const { element, clock, intents, isOnline, onTimeout } = this.#dependencies;
    this.#cancelStall();
    const bufferedBefore = bufferedSeconds(element);
    this.#cancelStall = clock.after(MEDIA.stallTimeoutMs, () => {
      if (!intents.current.playing || movingRate(element) > 0) return;
      if (bufferedSeconds(element) > bufferedBefore || !isOnline()) return this.watchStall();
      onTimeout('nothing to play in time');
    });
  }

  stop(): void {
    this.#cancelStart();
    this.#cancelStall();
  }
}

function bufferedSeconds({ buffered }: MediaElement): number {
  return rangesOf(buffered).reduce((sum, [start, end]) => sum + end - start, 0);
}
