import { succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { toStorageFault } from './storage-fault.ts';

/** Returns the result of an operation on storage, or the fault that it throws. */
export async function attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return succeed(await work());
  } catch (error) {
    return toStorageFault(error);
  }
}

/** The same for synchronous access: `indexedDB` throws in some frames, and so does the abort of an ended transaction. */
export function attemptNow<T>(access: () => T): Outcome<T> {
  try {
    return succeed(access());
  } catch (error) {
    return toStorageFault(error);
  }
}
