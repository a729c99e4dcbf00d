import { createEventLines, makeSequenceId } from '../../../protocol/events/event-line.ts';
import type { EventPayload, WorkerEventName } from '../../../protocol/events/events.ts';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { TransactionSamples } from '../storage/transaction-samples.ts';
import type { EventLog } from './line-batch-receiver.ts';

export interface WorkerEventsOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly samples: Pick<TransactionSamples, 'take'>;
  readonly log: EventLog;
}

/** Events of the service itself. They have their own sequence and take the same path as all events (L6). */
export class WorkerEvents {
  readonly sequenceId: string;
  readonly #options: WorkerEventsOptions;
  readonly #line: ReturnType<typeof createEventLines>;

  constructor(options: WorkerEventsOptions) {
    const { clock, random } = options;
    this.#options = options;
    this.sequenceId = makeSequenceId(random);
    this.#line = createEventLines(this.sequenceId, () => clock.now());
  }

  log<Name extends WorkerEventName>(name: Name, payload: EventPayload<Name>): void {
    void this.#options.log.add(this.#line(name, payload));
  }

  /** Lines about storage, which are stored only along with other events (S13). */
  takeAlong(): readonly string[] {
    return this.#options.samples.take().map((sample) => this.#line('storageTransaction', sample));
  }
}
