import { LOG_BYTES_MAX } from '../../../../protocol/constants.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { EventReceiver } from './line-batch-channel.ts';

/** Limit of unacknowledged events on main, equal to the limit of the worker's store; past it the oldest are dropped and counted. */
export const MIRROR_MAX_CHARACTERS = LOG_BYTES_MAX;
/** Wait before a batch that the service has not stored is posted again: longer than a busy disk takes. */
export const MIRROR_REPEAT_DELAY_MS = 5_000;

/** Events that are posted together: one string, built once, for the message and the unload beacon. */
export interface LineBatch {
  readonly text: string;
  readonly eventCount: number;
  /** Removes the batch's journal entries, once the batch is safe elsewhere or was dropped. */
  forget(): void;
}

/** Supervisor of the service, which is pinged while events wait for an acknowledgement. */
export interface Supervisor {
  /** Called when the mirror becomes empty, or is no longer empty. */
  watch(): void;
  /** Called when the service has acknowledged events. */
  noteServed(): void;
}

/** The mirror of main: every posted batch, oldest first, until the service has acknowledged it. */
export class BatchMirror {
  readonly #clock: Clock;
  readonly #batches = new Set<LineBatch>();
  readonly #underWay = new Set<LineBatch>();
  readonly #cancelRetries = new Set<() => void>();
  #keptCharacters = 0;
  #lostCount = 0;
  #receiver: EventReceiver | null = null;
  #supervisor: Supervisor | null = null;
  /** Number of services so far; responses of an earlier service may still arrive. */
  #opening = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isEmpty(): boolean {
    return this.#batches.size === 0;
  }

  lines(): string[] {
    return [...this.#batches].flatMap(({ text }) => text.split('\n'));
  }

  add(batch: LineBatch): void {
    this.#batches.add(batch);
    if (this.#batches.size === 1) this.#supervisor?.watch();
    this.#keptCharacters += batch.text.length;
    this.#makeRoom();
    this.#send(batch);
  }

  superviseBy(supervisor: Supervisor): void {
    this.#supervisor = supervisor;
  }

  /** Sends every batch to a new service; batches that an earlier service did not acknowledge keep their ids. */
  open(receiver: EventReceiver): void {
    this.#receiver = receiver;
    this.#opening += 1;
    this.#underWay.clear();
    for (const batch of this.#batches) this.#send(batch);
  }

  close(): void {
    this.#receiver = null;
    for (const cancel of this.#cancelRetries) cancel();
    this.#cancelRetries.clear();
  }

  #makeRoom(): void {
    for (const batch of this.#batches) {
      if (this.#keptCharacters <= MIRROR_MAX_CHARACTERS) return;
      this.#lostCount += batch.eventCount;
      this.#forget(batch);
    }
  }

  #send(batch: LineBatch): void {
    const receiver = this.#receiver;
    if (receiver === null || this.#underWay.has(batch) || !this.#batches.has(batch)) return;
    const lostCount = this.#lostCount;
    this.#lostCount = 0;
    this.#underWay.add(batch);
    const opening = this.#opening;
    void receiver.deliver(batch.text, lostCount).then((outcome) => {
      if (outcome.ok) {
        this.#supervisor?.noteServed();
        return this.#forget(batch);
      }
      this.#lostCount += lostCount;
      // If another service has started, the batch has already been sent to it.
      if (opening === this.#opening) this.#sendLater(batch);
    });
  }

  #sendLater(batch: LineBatch): void {
    this.#underWay.delete(batch);
    if (this.#receiver === null) return;
    const cancel = this.#clock.after(MIRROR_REPEAT_DELAY_MS, () => {
      this.#cancelRetries.delete(cancel);
      this.#send(batch);
    });
    this.#cancelRetries.add(cancel);
  }

  #forget(batch: LineBatch): void {
    this.#underWay.delete(batch);
    if (!this.#batches.delete(batch)) return;
    this.#keptCharacters -= batch.text.length;
    batch.forget();
    if (this.isEmpty) this.#supervisor?.watch();
  }
}
