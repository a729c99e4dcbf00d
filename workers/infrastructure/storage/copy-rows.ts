import type { DBSchema, IDBPDatabase, StoreNames, StoreValue } from 'idb';

interface KeptRows<Schema extends DBSchema> {
  readonly store: StoreNames<Schema>;
  readonly rows: readonly StoreValue<Schema, StoreNames<Schema>>[];
}

/** Reads all rows of those `stores` that the database has. */
export function readRows<Schema extends DBSchema>(
  database: IDBPDatabase<Schema>,
  stores: readonly StoreNames<Schema>[],
): Promise<readonly KeptRows<Schema>[]> {
  const present = stores.filter((store) => database.objectStoreNames.contains(store));
  return Promise.all(present.map(async (store) => ({ store, rows: await database.getAll(store) })));
}

export async function writeRows<Schema extends DBSchema>(
  database: IDBPDatabase<Schema>,
  kept: readonly KeptRows<Schema>[],
): Promise<void> {
  for (const { store, rows } of kept) {
    for (const row of rows) await database.put(store, row);
  }
}
