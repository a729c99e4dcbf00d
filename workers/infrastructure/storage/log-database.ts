import type { DBSchema, IDBPTransaction } from 'idb';
import { STORE_NAMES, type StoredEvent, type StoredRequest } from '../../../protocol/infrastructure/records.ts';
import type { DatabaseDescription } from './database-handle.ts';
import { LOG_DATABASE_VERSION } from '../../../protocol/constants.ts';

export interface LogDatabaseSchema extends DBSchema {
  [STORE_NAMES.events]: { key: string; value: StoredEvent };
  [STORE_NAMES.requests]: {
    key: string;
    value: StoredRequest;
    indexes: { catalogue: [string, number, number, number] };
  };
}
type Upgrade = IDBPTransaction<
  LogDatabaseSchema,
  (typeof STORE_NAMES.events | typeof STORE_NAMES.requests)[],
  'versionchange'
>;

/** The fields of a row that the sender needs without reading the body. */
const CATALOGUE_KEY_PATH = ['status', 'tier', 'timestamp', 'sizeBytes'];

/** Raise the version only if a field cannot be added otherwise: newer tabs must not lock out older embeds (S2). */
export const LOG_DATABASE: DatabaseDescription<LogDatabaseSchema> = {
  kind: 'logs',
  version: LOG_DATABASE_VERSION,
  mustBeOnDisk: true,
  stores: [STORE_NAMES.events, STORE_NAMES.requests],
  indexes: { [STORE_NAMES.requests]: ['catalogue'] },
  async upgrade(database, transaction) {
    if (!database.objectStoreNames.contains(STORE_NAMES.events)) {
      database.createObjectStore(STORE_NAMES.events, { keyPath: 'id' });
    }
    if (!database.objectStoreNames.contains(STORE_NAMES.requests)) {
      database.createObjectStore(STORE_NAMES.requests, { keyPath: 'id' });
    }
    const requests = transaction.objectStore(STORE_NAMES.requests);
    if (!requests.indexNames.contains('catalogue')) requests.createIndex('catalogue', CATALOGUE_KEY_PATH);
    await completeRows(transaction);
  },
};

/** Rows of older versions lack later fields; the index would omit these rows, so their requests would never be sent. */
async function completeRows(transaction: Upgrade): Promise<void> {
  let cursor = await transaction.objectStore(STORE_NAMES.requests).openCursor();
  while (cursor) {
    const row: Partial<StoredRequest> = cursor.value;
    await cursor.update({
      ...cursor.value,
      status: 'NEW',
      sendCount: row.sendCount ?? 0,
      eventIds: row.eventIds ?? [],
      tier: row.tier ?? 0,
      sizeBytes: row.sizeBytes ?? row.options?.body.length ?? 0,
      offline: row.offline ?? false,
    });
    cursor = await cursor.continue();
  }
}
