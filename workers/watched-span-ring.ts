import type { ThreadName } from '../protocol/threads/error-record.ts';
import { beat } from '../protocol/runtime/profiling/heartbeat.ts';
import { SpanRing } from '../protocol/runtime/profiling/span-ring.ts';
import type { ThreadClock, ThreadSpans } from '../protocol/recording/thread-spans.ts';
import type { Clock } from '../protocol/runtime/clock.ts';

/** Longer than a reader waits between two reads. */
const WATCHED_MS = 3_000;

/** Span recorder of a worker. While a reader polls it (reads with a sequence), a heartbeat records late timers. */
export class WatchedSpanRing extends SpanRing {
  readonly #after: Clock['after'];
  #watchedUntilMs = 0;
  #isBeating = false;

  constructor(lane: ThreadName, clock: ThreadClock, after: Clock['after'], isInline = false) {
    super(lane, clock, isInline);
    this.#after = after;
  }

  override read(sinceSequence = 0, lastMs?: number): ThreadSpans {
    if (sinceSequence > 0) this.#watch();
    return super.read(sinceSequence, lastMs);
  }

  #watch(): void {
    this.#watchedUntilMs = this.now() + WATCHED_MS;
    if (this.#isBeating) return;
    this.#isBeating = true;
    beat(this, this.#after, () => {
      this.#isBeating = this.now() < this.#watchedUntilMs;
      return this.#isBeating;
    });
  }
}
