import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Failure } from '../../../protocol/runtime/outcome.ts';
import { faultOf } from './storage-fault.ts';
import type { StorageFaults } from './storage-faults.ts';

export const QUOTA_PAUSE_MS = 60_000;

/**
 * Whether this page writes to disk: not after 10 faults (S12), not if the store cannot be opened, and not for a minute
 * after the quota was exceeded, because even freed quota stays unavailable for a while.
 */
export class Persistence {
  readonly #clock: Clock;
  readonly #faults: StorageFaults;
  #hasBegun = false;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #reason = '';
  #onGivenUp = (): void => {};

  constructor(clock: Clock, faults: StorageFaults) {
    this.#clock = clock;
    this.#faults = faults;
    faults.whenEnded((reason) => this.giveUp(reason));
  }

  get isOn(): boolean {
    return this.#reason === '' && this.#clock.monotonicNow() >= this.#pausedUntilMs;
  }

  /** `true` if writing worked before and is off now: new events are then sent at once. */
  get isInterrupted(): boolean {
    return this.#hasBegun && !this.isOn;
  }

  /** Reason why writing has ended; empty before that, even during a pause. */
  get reason(): string {
    return this.#reason;
  }

  /** Call it when the store is open. */
  begin(): void {
    this.#hasBegun = true;
  }

  count(fault: Failure): void {
    if (faultOf(fault) === 'quotaExceeded') this.#pausedUntilMs = this.#clock.monotonicNow() + QUOTA_PAUSE_MS;
    this.#faults.count(fault);
  }

  /** Stops writing for the rest of this page load. */
  giveUp(reason: string): void {
    if (this.#reason !== '') return;
    this.#reason = reason;
    this.#onGivenUp();
  }

  whenGivenUp(listener: () => void): void {
    this.#onGivenUp = listener;
  }
}
