import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { PROGRESS_INTERVAL_MS } from '../progress-interval.ts';
import { movingRate, type MediaElement } from './media-element.ts';

/** The position of the video when its element was last usable: an element that loses its source forgets its position. */
export class LastPosition {
  readonly #clock: Clock;
  #seconds = 0;
  #atMs = 0;
  #rate = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Media time, seconds. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Estimated present position. The position is remembered once in each progress interval, so it has moved for one interval at most. */
  get movedSeconds(): number {
    const sinceMs = Math.min(this.#clock.monotonicNow() - this.#atMs, PROGRESS_INTERVAL_MS);
    return this.#seconds + (sinceMs / 1_000) * this.#rate;
  }

  /** Sets the start of a stream that has not played yet. */
  begin(seconds: number): void {
    this.#seconds = seconds;
    this.#rate = 0;
  }

  set(seconds: number): void {
    this.#seconds = seconds;
  }

  remember(element: MediaElement): void {
    this.#seconds = element.currentTime;
    this.#atMs = this.#clock.monotonicNow();
    this.#rate = movingRate(element);
  }
}
