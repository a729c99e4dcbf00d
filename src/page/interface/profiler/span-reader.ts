import type { ThreadName } from '../../../../protocol/threads/error-record.ts';
import { THREAD_NAMES } from '../../../../protocol/threads/thread-names.ts';
import { beat } from '../../../../protocol/runtime/profiling/heartbeat.ts';
import type { ThreadSpans } from '../../../../protocol/recording/thread-spans.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { PageSpans } from '../../profiling/page-spans.ts';

/**
 * Intervals of reads: twice a second while lanes are shown; once a second for figures only, or with reduced motion. Each read costs every
 * thread a message.
 */
export const READ_INTERVAL_MS = 500;
export const CALM_READ_INTERVAL_MS = 1_000;

export interface SpanReaderOptions {
  readonly clock: Clock;
  readonly spans: Pick<PageSpans, 'ring' | 'inputs' | 'read'>;
  readonly intervalMs: () => number;
  /** Whether the page is hidden: then its timers are late, and the panel is not visible. */
  readonly isHidden: () => boolean;
  readonly onRead: (threads: readonly ThreadSpans[]) => void;
}

/** Reads new spans from every recorder at an interval while the panel is open, and runs the heartbeat of the main thread. */
export class SpanReader {
  readonly #options: SpanReaderOptions;
  readonly #known = new Map<ThreadName, { readonly timeOriginMs: number; readonly nextSequence: number }>();
  #cancel: (() => void) | null = null;
  #stopBeat = (): void => undefined;
  #isHeld = false;

  constructor(options: SpanReaderOptions) {
    this.#options = options;
  }

  get isReading(): boolean {
    return this.#cancel !== null;
  }

  start(): void {
    if (this.isReading) return;
    if (!this.#isHeld) this.#beat();
    this.#readAfter(0);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = null;
    this.#stopBeat();
  }

  /** `true` stops reads; `false` lets them continue in the same rhythm. */
  hold(isHeld: boolean): void {
    if (isHeld === this.#isHeld) return;
    this.#isHeld = isHeld;
    this.#stopBeat();
    if (!isHeld && this.isReading) this.#beat();
  }

  /** Makes the next read return all spans again, since the receiver of the earlier spans is gone. */
  forget(): void {
    this.#known.clear();
  }

  #beat(): void {
    this.#stopBeat = beat(this.#options.spans.ring, this.#options.clock.after);
  }

  #readAfter(delayMs: number): void {
    this.#cancel = this.#options.clock.after(delayMs, () => void this.#read());
  }

  async #read(): Promise<void> {
    const { spans, isHidden, intervalMs, onRead } = this.#options;
    if (!isHidden() && !this.#isHeld) {
      const sequences = Object.fromEntries([...this.#known].map(([lane, { nextSequence }]) => [lane, nextSequence]));
      const threads = await spans.read(THREAD_NAMES, sequences);
      // Stopped during the read: these spans are read again.
      if (!this.isReading) return;
      const continued = threads.filter((thread) => this.#isContinued(thread));
      onRead(continued.map((thread) => (thread.lane === 'main' ? { ...thread, inputs: spans.inputs } : thread)));
    }
    this.#readAfter(intervalMs());
  }

  /** A replaced thread numbers its spans from 0, so this read misses some of them; the next read starts from the first. */
  #isContinued({ lane, timeOriginMs, nextSequence }: ThreadSpans): boolean {
    const known = this.#known.get(lane);
    if (known !== undefined && known.timeOriginMs !== timeOriginMs) {
      this.#known.delete(lane);
      return false;
    }
    this.#known.set(lane, { timeOriginMs, nextSequence });
    return true;
  }
}
