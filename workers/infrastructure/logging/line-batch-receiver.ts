import type { Endpoint } from 'comlink';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import {
  isLineBatchMessage,
  lineBatchResponse,
  type LineBatchMessage,
} from '../../../protocol/infrastructure/line-batch-messages.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';

/** Least delay before safe batches are acknowledged: in so short a time few events can be lost. */
export const RESPONSE_DELAY_MS = 16;
/** Least time between two acknowledgements. */
export const RESPONSE_INTERVAL_MS = 500;
/** Number of safe batches that are acknowledged at once: together they are less than half of the journal's capacity. */
export const BATCHES_PER_RESPONSE_MAX = 4;

/** The part of the worker's global scope that batches use. */
export interface LineBatchScope extends Pick<Endpoint, 'addEventListener' | 'postMessage'> {
  reportError(error: unknown): void;
}

/** The log that receives the events: `viewer-log.ts`. */
export interface EventLog {
  /** Settles when the events of `lines` are safe. `lostCount` is the number of events that main had to drop. */
  add(lines: string, lostCount?: number): Promise<{ readonly durable: boolean; readonly handedOverCount: number }>;
}

export interface LineBatchReceiverOptions {
  readonly scope: LineBatchScope;
  readonly clock: Clock;
  readonly spans: SpanRing;
  readonly log: EventLog;
}

/**
 * Receives batches of lines from main and acknowledges each when its events are safe, or when that has failed. Receiving a
 * response costs main as much as posting, so acknowledgements are combined; a late acknowledgement costs at most a repeated post.
 */
export class LineBatchReceiver {
  readonly #options: LineBatchReceiverOptions;
  #safe: number[] = [];
  #respondedAtMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;

  constructor(options: LineBatchReceiverOptions) {
    this.#options = options;
    options.scope.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<unknown>;
      if (isLineBatchMessage<LineBatchMessage>(data)) void this.#receive(data);
    });
  }

  /** Posts the acknowledgements that wait. */
  respond(): void {
    const { clock, scope } = this.#options;
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#safe.length === 0) return;
    this.#respondedAtMs = clock.monotonicNow();
    scope.postMessage(lineBatchResponse(this.#safe, true));
    this.#safe = [];
  }

  async #receive([, number, lines, lostCount]: LineBatchMessage): Promise<void> {
    const { scope, spans, log } = this.#options;
    const span = spans.begin('event batch', undefined, lines.length, number);
    try {
      const { handedOverCount } = await log.add(lines, lostCount);
      spans.end(span, 0, handedOverCount);
      this.#accept(number);
    } catch (error) {
      spans.end(span);
      scope.postMessage(lineBatchResponse([number], false));
      scope.reportError(error);
    }
  }

  #accept(number: number): void {
    const { clock } = this.#options;
    const count = this.#safe.push(number);
    if (count > BATCHES_PER_RESPONSE_MAX) return;
    // Waits a microtask for other batches of the same transaction.
    if (count === BATCHES_PER_RESPONSE_MAX) return queueMicrotask(() => this.respond());
    const restMs = this.#respondedAtMs + RESPONSE_INTERVAL_MS - clock.monotonicNow();
    this.#cancelTimer ??= clock.after(Math.max(restMs, RESPONSE_DELAY_MS), () => this.respond());
  }
}
