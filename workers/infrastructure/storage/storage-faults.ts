import type { ServiceCheckpoint } from '../../../protocol/infrastructure/rpc.ts';
import type { Failure } from '../../../protocol/runtime/outcome.ts';
import { POTENTIAL_FAULTS_MAX } from '../../../protocol/constants.ts';
import { faultOf } from './storage-fault.ts';

/** Counts the faults of all databases of this page; after ten faults nothing is stored any more (S12). */
export class StorageFaults {
  readonly #save: (change: Partial<ServiceCheckpoint>) => void;
  readonly #listeners = new Set<(reason: string) => void>();
  #count: number;
  #endReason: string;

  /** Continues from the count that an earlier service of this page has saved. */
  constructor(
    { storageEnd = '', storageFaultCount = 0 }: Partial<ServiceCheckpoint> = {},
    save: (change: Partial<ServiceCheckpoint>) => void = () => {},
  ) {
    this.#endReason = storageEnd;
    this.#count = storageFaultCount;
    this.#save = save;
  }

  get hasEnded(): boolean {
    return this.#endReason !== '';
  }

  /** An abort by this code is not a fault of the storage (E3). */
  count(fault: Failure): void {
    if (this.hasEnded || faultOf(fault) === 'explicitAbort') return;
    this.#count += 1;
    this.#save({ storageFaultCount: this.#count });
    if (this.#count < POTENTIAL_FAULTS_MAX) return;
    this.end(fault.message);
  }

  /** Ends storing for the rest of the page load. */
  end(reason: string): void {
    if (this.hasEnded) return;
    this.#endReason = reason;
    this.#save({ storageEnd: reason });
    for (const listener of this.#listeners) listener(reason);
  }

  /** Calls the listener at once if storing has ended already. */
  whenEnded(listener: (reason: string) => void): void {
    if (this.hasEnded) listener(this.#endReason);
    else this.#listeners.add(listener);
  }
}
