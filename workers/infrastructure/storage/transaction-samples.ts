import type { Random } from '../../../protocol/runtime/clock.ts';
import type { EventPayload } from '../../../protocol/events/events.ts';
import type { TransactionKind } from '../../../protocol/infrastructure/transaction-kinds.ts';
import { SECONDARY_TRANSACTION_EVENT_SAMPLE_RATE, TRANSACTION_EVENT_SAMPLE_RATE } from '../../../protocol/constants.ts';

type TransactionEvent = EventPayload<'storageTransaction'>;

/** Storing an event is a transaction too, so samples wait until other events are stored. */
const SAMPLES_KEPT_MAX = 20;

/**
 * Transactions are sampled at 0.2, read-only transactions at 0.1 (S13). The samples are stored with the next events of the
 * page: storing them separately would cause further transactions, endlessly. Their requests are sent once (C7).
 */
export class TransactionSamples {
  readonly #random: Random;
  #samples: TransactionEvent[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  note(kind: TransactionKind, durationMs: number, ok: boolean): void {
    const rate = kind === 'read' ? SECONDARY_TRANSACTION_EVENT_SAMPLE_RATE : TRANSACTION_EVENT_SAMPLE_RATE;
    if (this.#random.fraction() >= rate || this.#samples.length >= SAMPLES_KEPT_MAX) return;
    this.#samples.push({ kind, durationMs, ok, sampleWeight: 1 / rate });
  }

  take(): readonly TransactionEvent[] {
    const taken = this.#samples;
    this.#samples = [];
    return taken;
  }
}
