import type { Clock } from '../../../protocol/runtime/clock.ts';
import {
  isLineBatchMessage,
  lineBatchResponse,
  type LineBatchMessage,
} from '../../../protocol/infrastructure/line-batch-messages.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import type { InfrastructureApi } from '../../../protocol/infrastructure/rpc.ts';

/** Safe batches are acknowledged this much later, too short a time to lose events in … */
export const RESPONSE_DELAY_MS = 16;
/** … or this long after the last acknowledgement, if that is later … */
export const RESPONSE_INTERVAL_MS = 500;
/** … or as soon as this many are safe: together they are less than half of what the journal holds. Our choice. */
export const BATCHES_PER_RESPONSE_MAX = 4;

/** The part of the worker's global scope that batches use. */
export interface LineBatchScope {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * Receives batches of lines from main and acknowledges each when its events are safe, or cannot be made so. Receiving a
 * response costs main as much as posting, so acknowledgements are combined; a late one costs at most a repeated post.
 */
export class LineBatchReceiver {
  readonly #scope: LineBatchScope;
  readonly #clock: Clock;
  readonly #spans: SpanRing;
  #safe: number[] = [];
  #respondedAtMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;

  constructor(scope: LineBatchScope, clock: Clock, spans: SpanRing) {
    this.#scope = scope;
    this.#clock = clock;
    this.#spans = spans;
  }

  serve(service: Pick<InfrastructureApi, 'logEvents'>): void {
    this.#scope.addEventListener('message', ({ data }) => {
      if (!isLineBatchMessage<LineBatchMessage>(data)) return;
      const [, number, lines, lostCount] = data;
      const span = this.#spans.begin('event batch', undefined, lines.length, number);
      service.logEvents(lines, lostCount).then(
        (outcome) => {
          this.#spans.end(span, 0, outcome.ok ? outcome.value.storedCount : 0);
          if (outcome.ok) this.#accept(number);
          else this.#refuse(number);
        },
        (error: unknown) => {
          this.#spans.end(span);
          this.#refuse(number);
          throw error;
        },
      );
    });
  }

  /**
   * The same `fetch`, but pending acknowledgements are posted before a status that may end a request is returned: main
   * would otherwise treat the events as lost, and a page that closes then would send them again (S7).
   */
  respondBeforeRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const response = await fetch(input, init);
      if (!response.ok) this.#respond();
      return response;
    };
  }

  #accept(number: number): void {
    const count = this.#safe.push(number);
    if (count > BATCHES_PER_RESPONSE_MAX) return;
    /** Waits a microtask for other batches of the same transaction. */
    if (count === BATCHES_PER_RESPONSE_MAX) return queueMicrotask(() => this.#respond());
    const restMs = this.#respondedAtMs + RESPONSE_INTERVAL_MS - this.#clock.monotonicNow();
    this.#cancelTimer ??= this.#clock.after(Math.max(restMs, RESPONSE_DELAY_MS), () => this.#respond());
  }

  #respond(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#safe.length === 0) return;
    this.#respondedAtMs = this.#clock.monotonicNow();
    this.#scope.postMessage(lineBatchResponse(this.#safe, true));
    this.#safe = [];
  }

  #refuse(number: number): void {
    this.#scope.postMessage(lineBatchResponse([number], false));
  }
}
