import type { Failure } from '../../../protocol/runtime/outcome.ts';
import { POTENTIAL_FAULTS_MAX } from '../../../protocol/constants.ts';
import { faultOf } from './storage-fault.ts';

/** S12: the faults of all databases of this page; after ten of them nothing is stored any more. */
export class StorageFaults {
  readonly #onEnd: (reason: string) => void;
  readonly #listeners = new Set<(reason: string) => void>();
  #count = 0;
  #endReason: string;

  /** `endReason`: why an earlier service of this page has stopped storing, or empty. */
  constructor(endReason = '', onEnd: (reason: string) => void = () => {}) {
    this.#endReason = endReason;
    this.#onEnd = onEnd;
  }

  get hasEnded(): boolean {
    return this.#endReason !== '';
  }

  /** Our own abort is not a fault of the storage (E3). */
  count(fault: Failure): void {
    if (this.hasEnded || faultOf(fault) === 'explicitAbort') return;
    this.#count += 1;
    if (this.#count < POTENTIAL_FAULTS_MAX) return;
    this.end(fault.message);
  }

  /** Nothing is stored from now on. */
  end(reason: string): void {
    if (this.hasEnded) return;
    this.#endReason = reason;
    this.#onEnd(reason);
    for (const listener of this.#listeners) listener(reason);
  }

  /** At once if storing has ended already. */
  whenEnded(listener: (reason: string) => void): void {
    if (this.hasEnded) listener(this.#endReason);
    else this.#listeners.add(listener);
  }
}
