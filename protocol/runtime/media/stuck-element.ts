import type { Clock } from '../clock.ts';
import { END_TOLERANCE_SECONDS, secondsAhead, type TimeRangesLike } from './time-ranges.ts';

/** A busy device takes seconds for a first picture. Each time that it was too short, twice as long. */
const PATIENCE_MS = 4_000;

interface PlayingElement {
  readonly buffered: TimeRangesLike;
  readonly currentTime: number;
  readonly paused: boolean;
}

/**
 * Detects an element that does not move although its data are there and it is to play. WebKitGTK pauses a file for buffering by
 * messages about a download that has ended since, and on a busy device begins a stream, or ends a seek in it, in some 1 of 40 cases
 * never; the element stays so, and only a new source helps.
 */
export class StuckElement {
  readonly #element: PlayingElement;
  readonly #clock: Clock;
  #patienceMs = PATIENCE_MS;
  #seconds = -1;
  #sinceMs = 0;

  constructor(element: PlayingElement, clock: Clock) {
    this.#element = element;
    this.#clock = clock;
  }

  /**
   * Called about once a second; `true` means that the source is to be opened again.
   *
   * @param mayPlay By what else is known about the element.
   */
  look(mayPlay = true): boolean {
    const { currentTime, paused } = this.#element;
    const nowMs = this.#clock.monotonicNow();
    const hasData = mayPlay && secondsAhead(this.#element) > END_TOLERANCE_SECONDS;
    if (currentTime !== this.#seconds || paused || !hasData) {
      this.#seconds = currentTime;
      this.#sinceMs = nowMs;
    }
    if (nowMs - this.#sinceMs < this.#patienceMs) return false;
    this.#patienceMs *= 2;
    this.#sinceMs = nowMs;
    return true;
  }
}
