import type { Clock } from '../clock.ts';
import { END_TOLERANCE_SECONDS, secondsAhead, type TimeRangesLike } from './time-ranges.ts';

/** Time without movement after which the source is opened again; it doubles each time. A busy device takes seconds for a first picture. */
const PATIENCE_MS = 4_000;

interface PlayingElement {
  readonly buffered: TimeRangesLike;
  readonly currentTime: number;
  readonly paused: boolean;
}

/**
 * Detects an element that should play and has data, but does not move. WebKitGTK pauses a file for buffering because of outdated
 * messages about a download that has since ended. On a busy device, some 1 in 40 starts of a stream or seeks in it never end. The
 * element stays stuck until it gets a new source.
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
   * Called about once a second. Returns whether the source has to be opened again.
   *
   * @param mayPlay False while the caller knows another reason why the element does not move.
   */
  check(mayPlay = true): boolean {
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
