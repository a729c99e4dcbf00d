import type { Clock } from '../../../protocol/runtime/clock.ts';
import { END_TOLERANCE_SECONDS, secondsAhead } from '../../../protocol/media/time-ranges.ts';

/** Our choice: a busy device takes seconds for a first picture. Each time that it was too short, twice as long. */
const PATIENCE_MS = 4_000;

/**
 * Whether an element that plays a file stands still although its data are there. WebKitGTK pauses for buffering by messages
 * about a download that has ended since; the last of them comes while it still pauses, and then it never goes on, wherever
 * it is sent.
 */
export class StuckFile {
  readonly #element: HTMLVideoElement;
  readonly #clock: Clock;
  #patienceMs = PATIENCE_MS;
  #seconds = -1;
  #sinceMs = 0;

  constructor(element: HTMLVideoElement, clock: Clock) {
    this.#element = element;
    this.#clock = clock;
  }

  /** Asked about once a second; `true` means that it is to be opened anew. */
  look(): boolean {
    const { currentTime, paused, seeking, readyState } = this.#element;
    const nowMs = this.#clock.monotonicNow();
    const hasData = readyState > 1 && secondsAhead(this.#element) > END_TOLERANCE_SECONDS;
    if (currentTime !== this.#seconds || paused || seeking || !hasData) {
      this.#seconds = currentTime;
      this.#sinceMs = nowMs;
    }
    if (nowMs - this.#sinceMs < this.#patienceMs) return false;
    this.#patienceMs *= 2;
    this.#sinceMs = nowMs;
    return true;
  }
}
