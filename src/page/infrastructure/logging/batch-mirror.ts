import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Outcome } from '../../../../protocol/runtime/outcome.ts';
import { RETRY_DELAY_MS } from '../../../../protocol/constants.ts';
import type { LineBatch } from './line-batch.ts';

/** What main keeps of events without an acknowledgement; past it the oldest go, counted. As much as the worker's store. */
export const MIRROR_MAX_CHARACTERS = 5_242_880;

export interface BatchMirrorOptions {
  readonly clock: Clock;
  /** Gives events to the service; succeeds when they are safe. `lostCount` are events main had to give up. */
  readonly deliver: (lines: string, lostCount: number) => Promise<Outcome<unknown>>;
  /** The mirror has become empty, or is empty no more. */
  readonly onWaiting: () => void;
  readonly onAcknowledged: () => void;
  /** It is safe elsewhere, or was given up. */
  readonly onForgotten: (batch: LineBatch) => void;
}

/** The mirror of main: every posted batch, oldest first, until the service has acknowledged it. */
export class BatchMirror {
  readonly #options: BatchMirrorOptions;
  readonly #batches = new Set<LineBatch>();
  readonly #underWay = new Set<LineBatch>();
  readonly #cancelRetries = new Set<() => void>();
  #keptCharacters = 0;
  #lostCount = 0;
  #isOpen = false;
  /** How often a service has come; responses of an earlier one may still arrive. */
  #opening = 0;

  constructor(options: BatchMirrorOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#batches.size === 0;
  }

  lines(): string[] {
    return [...this.#batches].flatMap(({ text }) => text.split('\n'));
  }

  add(batch: LineBatch): void {
    this.#batches.add(batch);
    if (this.#batches.size === 1) this.#options.onWaiting();
    this.#keptCharacters += batch.text.length;
    this.#makeRoom();
    this.#send(batch);
  }

  open(): void {
    this.#isOpen = true;
    this.#opening += 1;
    this.#underWay.clear();
    for (const batch of this.#batches) this.#send(batch);
  }

  close(): void {
    this.#isOpen = false;
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
    if (!this.#isOpen || this.#underWay.has(batch) || !this.#batches.has(batch)) return;
    const lostCount = this.#lostCount;
    this.#lostCount = 0;
    this.#underWay.add(batch);
    const opening = this.#opening;
    void this.#options.deliver(batch.text, lostCount).then((outcome) => {
      if (outcome.ok) {
        this.#options.onAcknowledged();
        return this.#forget(batch);
      }
      this.#lostCount += lostCount;
      // With the next service it is under way again already.
      if (opening === this.#opening) this.#sendLater(batch);
    });
  }

  #sendLater(batch: LineBatch): void {
    this.#underWay.delete(batch);
    if (!this.#isOpen) return;
    const cancel = this.#options.clock.after(RETRY_DELAY_MS, () => {
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
    this.#options.onForgotten(batch);
    if (this.isEmpty) this.#options.onWaiting();
  }
}
