import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import { attemptNow } from './attempt.ts';
import { ExplicitAbort } from './storage-fault.ts';

/**
 * Resolves when the transaction is complete, which is when its writes are safe, and rejects with the cause otherwise:
 * the requests inside only report that it was aborted. Durability is relaxed: strict durability saved no more data when a browser
 * was killed, and took up to 40 times as long.
 */
export async function transact<Schema extends DBSchema, Stores extends StoreNames<Schema>[], Result>(
  database: IDBPDatabase<Schema>,
  stores: Stores,
  work: (transaction: IDBPTransaction<Schema, Stores, 'readwrite'>) => Promise<Result>,
): Promise<Result> {
  const transaction = database.transaction(stores, 'readwrite', { durability: 'relaxed' });
  const ended = transaction.done.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  let result: Result;
  try {
    result = await work(transaction);
  } catch (error) {
    // `abort` fails if the transaction has ended already.
    const isOurs = attemptNow(() => transaction.abort()).ok;
    const failed = await ended;
    throw isOurs ? new ExplicitAbort(error) : (failed?.error ?? error);
  }
  const failed = await ended;
  if (failed !== null) throw failed.error;
  return result;
}
