import type { Clock } from '../../../protocol/runtime/clock.ts';

/** Minimum interval between updates of the live page. */
export const LIVE_UPDATE_INTERVAL_MS = 500;
export const LIVE_STREAM_KEEP_ALIVE_MS = 15_000;
export const LIVE_LISTENERS_MAX = 32;
/** Interval of queries for changes by other processes, while a page is open. */
export const LIVE_CHECK_INTERVAL_MS = 2_000;

const encoder = new TextEncoder();
const CHANGED = encoder.encode('event: changed\ndata: {}\n\n');
/** Comment that keeps the connection open, since proxies close silent connections. */
const KEEP_ALIVE = encoder.encode(': still here\n\n');

type Listener = ReadableStreamDefaultController<Uint8Array>;

/** Notifies open live pages of changes, at most twice a second; the pages then fetch their data. */
export class ChangeFeed {
  readonly #clock: Clock;
  readonly #latest: () => Promise<string>;
  readonly #listeners = new Set<Listener>();
  #cancelTimer: (() => void) | undefined;
  #changed = false;
  #checkedMs = 0;
  #known: string | undefined;

  /** @param latest Returns a text that differs after any process has stored new data. */
  constructor(clock: Clock, latest: () => Promise<string>) {
    this.#clock = clock;
    this.#latest = latest;
  }

  readonly changed = (): void => {
    this.#changed = true;
  };

  /** Opens an event stream; `undefined` if too many are open. */
  open(): ReadableStream<Uint8Array> | undefined {
    if (this.#listeners.size >= LIVE_LISTENERS_MAX) return undefined;
    let own: Listener;
    return new ReadableStream<Uint8Array>({
      start: (listener) => {
        own = listener;
        this.#listeners.add(listener);
        listener.enqueue(KEEP_ALIVE);
        this.#cancelTimer ??= this.#tick(0);
      },
      cancel: () => {
        this.#listeners.delete(own);
      },
    });
  }

  close(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    for (const listener of this.#listeners) listener.close();
    this.#listeners.clear();
  }

  /** Schedules the next update; runs only while a page is connected. */
  #tick(silentMs: number): () => void {
    return this.#clock.after(LIVE_UPDATE_INTERVAL_MS, () => {
      this.#cancelTimer = undefined;
      if (this.#listeners.size === 0) return;
      this.#checkElsewhere();
      const isDue = silentMs >= LIVE_STREAM_KEEP_ALIVE_MS;
      const message = this.#changed ? CHANGED : isDue ? KEEP_ALIVE : undefined;
      this.#changed = false;
      if (message !== undefined) this.#send(message);
      this.#cancelTimer = this.#tick(message === undefined ? silentMs + LIVE_UPDATE_INTERVAL_MS : 0);
    });
  }

  /** Checks for changes by other processes. A database error counts as no change. */
  #checkElsewhere(): void {
    const nowMs = this.#clock.monotonicNow();
    if (nowMs - this.#checkedMs < LIVE_CHECK_INTERVAL_MS) return;
    this.#checkedMs = nowMs;
    const note = (latest: string): void => {
      if (this.#known !== undefined && latest !== this.#known) this.#changed = true;
      this.#known = latest;
    };
    this.#latest().then(note, () => undefined);
  }

  /** Sends a message to all pages, except to pages that do not read: their streams would grow. */
  #send(message: Uint8Array): void {
    for (const listener of this.#listeners) if ((listener.desiredSize ?? 0) > -8) listener.enqueue(message);
  }
}
