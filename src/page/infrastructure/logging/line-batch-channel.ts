import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { SpanRing } from '../../../../protocol/runtime/profiling/span-ring.ts';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import {
  isLineBatchMessage,
  lineBatchMessage,
  type LineBatchResponse,
} from '../../../../protocol/infrastructure/line-batch-messages.ts';
import { noResponse, WORKER_CALL_TIMEOUT_MS, WORKER_ENDED } from '../../platform/call-with-deadline.ts';

/** The part of a worker that is used to send batches. */
export type LineBatchWorker = Pick<Worker, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/** Receives events from main. */
export interface EventReceiver {
  /** Always settles, and succeeds when the events are safe. `lostCount` is the number of events that main had to drop. */
  deliver(lines: string, lostCount: number): Promise<Outcome<unknown>>;
}

/** Posts events to a worker; every delivery settles by the worker's response, a deadline, or the end of the worker. */
export class LineBatchChannel implements EventReceiver {
  readonly #worker: LineBatchWorker;
  readonly #clock: Clock;
  readonly #spans: SpanRing;
  readonly #sent = new Map<number, (outcome: Outcome<void>) => void>();
  #nextNumber = 1;
  #isClosed = false;
  #cancelWatch: (() => void) | null = null;

  constructor(worker: LineBatchWorker, clock: Clock, spans: SpanRing) {
    this.#worker = worker;
    this.#clock = clock;
    this.#spans = spans;
    worker.addEventListener('message', this.#onMessage);
  }

  deliver(lines: string, lostCount: number): Promise<Outcome<void>> {
    if (this.#isClosed) return Promise.resolve(WORKER_ENDED);
    const number = this.#nextNumber++;
    const span = this.#spans.begin('event batch', undefined, lines.length, number);
    return new Promise((settle) => {
      this.#sent.set(number, (outcome) => {
        this.#spans.end(span);
        settle(outcome);
      });
      this.#cancelWatch ??= this.#watch();
      this.#worker.postMessage(lineBatchMessage(number, lines, lostCount));
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelWatch?.();
    this.#worker.removeEventListener('message', this.#onMessage);
    for (const number of [...this.#sent.keys()]) this.#settle(number, WORKER_ENDED);
  }

  readonly #onMessage = ({ data }: MessageEvent): void => {
    if (!isLineBatchMessage<LineBatchResponse>(data)) return;
    const [, numbers, isSafe] = data;
    const outcome = isSafe ? succeed(undefined) : fail('storage.fault', 'The service could not take events over');
    for (const number of numbers) this.#settle(number, outcome);
  };

  #settle(number: number, outcome: Outcome<void>): void {
    this.#sent.get(number)?.(outcome);
    this.#sent.delete(number);
  }

  /** One timer for all batches, which ends when no batch is pending: a timer for each batch would cost more than the batch. */
  #watch(): () => void {
    const timeoutMs = WORKER_CALL_TIMEOUT_MS;
    const firstInTime = this.#nextNumber;
    return this.#clock.after(timeoutMs, () => {
      this.#cancelWatch = null;
      const late = noResponse(timeoutMs);
      for (const number of [...this.#sent.keys()]) if (number < firstInTime) this.#settle(number, late);
      if (this.#sent.size > 0) this.#cancelWatch = this.#watch();
    });
  }
}
