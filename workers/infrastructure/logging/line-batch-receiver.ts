import type { Clock } from '../../../protocol/runtime/clock.ts';
import {
  isLineBatchMessage,
  lineBatchResponse,
  type LineBatchMessage,
} from '../../../protocol/infrastructure/line-batch-messages.ts';
import type { InfrastructureApi } from '../../../protocol/infrastructure/rpc.ts';

/** The worker acknowledges what becomes safe shortly after this, which is nothing to lose events in … */
export const RESPONSE_DELAY_MS = 16;
/** … or this long after the last time, if that was before … */
export const RESPONSE_INTERVAL_MS = 500;
/** … or as soon as this many are safe: all of them together are less than half of what the journal holds. Our choice. */
export const BATCHES_PER_RESPONSE_MAX = 4;

/** As much of the worker's global scope as batches come and go by. */
export interface LineBatchScope {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * Takes batches from main and answers when their events are safe, or cannot be made so. Hearing of it costs main as much
 * as posting, so answers that follow closely leave together; a late one costs at most a repeat.
 */
export class LineBatchReceiver {
  readonly #scope: LineBatchScope;
  readonly #clock: Clock;
  #safe: number[] = [];
  #respondedAtMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;

  constructor(scope: LineBatchScope, clock: Clock) {
    this.#scope = scope;
    this.#clock = clock;
  }

  serve(service: Pick<InfrastructureApi, 'logEvents'>): void {
    this.#scope.addEventListener('message', ({ data }) => {
      if (!isLineBatchMessage<LineBatchMessage>(data)) return;
      const [, number, lines, lostCount] = data;
      service.logEvents(lines, lostCount).then(
        ({ ok }) => (ok ? this.#accept(number) : this.#refuse(number)),
        (error: unknown) => {
          this.#refuse(number);
          throw error;
        },
      );
    });
  }

  /**
   * The same `fetch`, but answers leave before anybody hears of a status that may end a request: main would take what it
   * carried for lost, and a page that closes then would send it again (S7).
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
    /** With all that the same transaction has made safe: their turns follow this one. */
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
