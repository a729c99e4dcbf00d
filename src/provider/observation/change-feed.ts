import type { Clock } from '../../../protocol/clock.ts';
import { PROVIDER } from '../../../protocol/constants.ts';

const encoder = new TextEncoder();
const CHANGED = encoder.encode('event: changed\ndata: {}\n\n');
/** Proxies close what is silent. */
const KEEP_ALIVE = encoder.encode(': still here\n\n');

type Listener = ReadableStreamDefaultController<Uint8Array>;

/** Tells open live pages that something came in, at most twice a second; they ask for what they show. */
export class ChangeFeed {
  readonly #clock: Clock;
  readonly #listeners = new Set<Listener>();
  #cancelTimer: (() => void) | undefined;
  #changed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  readonly changed = (): void => {
    this.#changed = true;
  };

  /** An event stream, or `undefined` when too many are open. */
  open(): ReadableStream<Uint8Array> | undefined {
    if (this.#listeners.size >= PROVIDER.liveListenersMax) return undefined;
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

  /** Runs only while somebody listens. */
  #tick(silentMs: number): () => void {
    return this.#clock.after(PROVIDER.liveUpdateIntervalMs, () => {
      this.#cancelTimer = undefined;
      if (this.#listeners.size === 0) return;
      const isDue = silentMs >= PROVIDER.liveStreamKeepAliveMs;
      const message = this.#changed ? CHANGED : isDue ? KEEP_ALIVE : undefined;
      this.#changed = false;
      if (message !== undefined) this.#send(message);
      this.#cancelTimer = this.#tick(message === undefined ? silentMs + PROVIDER.liveUpdateIntervalMs : 0);
    });
  }

  /** A page that does not read is not written to: its stream would grow. */
  #send(message: Uint8Array): void {
    for (const listener of this.#listeners) if ((listener.desiredSize ?? 0) > -8) listener.enqueue(message);
  }
}
