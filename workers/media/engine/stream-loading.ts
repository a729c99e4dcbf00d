import { Events } from 'hls.js';
import type Hls from 'hls.js';
import type { Clock } from '../../../protocol/runtime/clock.ts';

/** Longest time until the end of an aborted request is reported, on a busy machine. */
const ABORT_SETTLES_MS = 100;

/**
 * Stops and starts the loading of a stream in separate tasks. In one task, hls.js notices the abort of a request for an init segment
 * after it has restarted, aborts the new request, and waits forever (upstream: video-dev/hls.js#3811, seen in 1.7.4). It also starts
 * by itself when its source opens, perhaps between the two tasks.
 */
export class StreamLoading {
  /** Whether a segment is in the buffer. */
  hasBuffered = false;
  readonly #hls: Hls;
  readonly #clock: Clock;
  /** Whether hls.js has made a request since it was stopped. */
  #hasBegunByItself = false;
  #cancelStart: () => void = () => undefined;

  constructor({ hls, clock }: { readonly hls: Hls; readonly clock: Clock }) {
    this.#hls = hls;
    this.#clock = clock;
    hls.on(Events.FRAG_LOADING, () => {
      this.#hasBegunByItself = true;
    });
    hls.on(Events.FRAG_BUFFERED, () => {
      this.hasBuffered = true;
    });
  }

  /** Cancels a pending start. */
  stop(): void {
    this.#cancelStart();
  }

  restart(start: () => void): void {
    this.#hls.stopLoad();
    this.#hasBegunByItself = false;
    this.#cancelStart();
    this.#cancelStart = this.#clock.after(ABORT_SETTLES_MS, () => {
      if (this.#hasBegunByItself) this.restart(start);
      else start();
    });
  }
}
