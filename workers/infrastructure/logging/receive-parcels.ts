import type { Clock } from '../../../protocol/runtime/clock.ts';
import { isParcel, parcelAnswer, type ParcelMessage } from '../../../protocol/infrastructure/parcel-messages.ts';
import type { InfrastructureApi } from '../../../protocol/infrastructure/rpc.ts';

/** The worker acknowledges what becomes safe shortly after this, which is nothing to lose events in … */
export const ANSWER_DELAY_MS = 16;
/** … or this long after the last time, if that was before … */
export const ANSWER_INTERVAL_MS = 500;
/** … or as soon as this many are safe: all of them together are less than half of what the journal holds. Our choice. */
export const ANSWERED_PARCELS_MAX = 4;

/** As much of the worker's global scope as parcels come and go by. */
export interface ParcelScope {
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  postMessage(message: unknown): void;
}

/**
 * Takes hand-overs from main and answers when their events are safe, or cannot be made so. Hearing of it costs main as much
 * as handing over, so answers that follow closely leave together; a late one costs at most a repeat.
 */
export class ParcelReceiver {
  readonly #scope: ParcelScope;
  readonly #clock: Clock;
  #safe: number[] = [];
  #answeredAtMs = Number.NEGATIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;

  constructor(scope: ParcelScope, clock: Clock) {
    this.#scope = scope;
    this.#clock = clock;
  }

  serve(service: Pick<InfrastructureApi, 'logEvents'>): void {
    this.#scope.addEventListener('message', ({ data }) => {
      if (!isParcel<ParcelMessage>(data)) return;
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
  answerBeforeRefusals(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const response = await fetch(input, init);
      if (!response.ok) this.#answer();
      return response;
    };
  }

  #accept(number: number): void {
    const count = this.#safe.push(number);
    if (count > ANSWERED_PARCELS_MAX) return;
    /** With all that the same transaction has made safe: their turns follow this one. */
    if (count === ANSWERED_PARCELS_MAX) return queueMicrotask(() => this.#answer());
    const restMs = this.#answeredAtMs + ANSWER_INTERVAL_MS - this.#clock.monotonicNow();
    this.#cancelTimer ??= this.#clock.after(Math.max(restMs, ANSWER_DELAY_MS), () => this.#answer());
  }

  #answer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = null;
    if (this.#safe.length === 0) return;
    this.#answeredAtMs = this.#clock.monotonicNow();
    this.#scope.postMessage(parcelAnswer(this.#safe, true));
    this.#safe = [];
  }

  #refuse(number: number): void {
    this.#scope.postMessage(parcelAnswer([number], false));
  }
}
