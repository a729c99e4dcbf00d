import type { Clock } from '../../../protocol/clock.ts';
import { STORAGE } from '../../../protocol/constants.ts';
import type { Failure } from '../../../protocol/outcome.ts';
import { faultOf } from './storage-fault.ts';

/**
 * Whether this page writes to disk now: not after 10 faults (S12), not where the store cannot be opened, and not for a
 * minute after the quota was exceeded, because even a freed quota goes on refusing for a while (reliability.md 2.3).
 */
export class Persistence {
  readonly #clock: Clock;
  #faults = 0;
  #pausedUntilMs = Number.NEGATIVE_INFINITY;
  #reason = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get isOn(): boolean {
    return this.#reason === '' && this.#clock.monotonicNow() >= this.#pausedUntilMs;
  }

  /** Why nothing is written any more; empty while it is, and in a pause. */
  get reason(): string {
    return this.#reason;
  }

  count(fault: Failure): void {
    this.#faults += 1;
    if (faultOf(fault) === 'quotaExceeded') this.#pausedUntilMs = this.#clock.monotonicNow() + STORAGE.quotaPauseMs;
    if (this.#faults >= STORAGE.potentialFaultsMax) this.giveUp(fault.message);
  }

  giveUp(reason: string): void {
    this.#reason ||= reason;
  }
}
