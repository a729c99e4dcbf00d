import type { Page } from 'playwright';

/** Storage of an origin before a page of it starts, as an earlier page would have left it. */
export interface LeftBehind {
  readonly databases?: readonly EarlierDatabase[];
  /** Entries of local storage. */
  readonly entries?: Readonly<Record<string, string>>;
}

export interface EarlierDatabase {
  readonly name: string;
  readonly version: number;
  readonly stores?: readonly EarlierStore[];
}

interface EarlierStore {
  readonly name: string;
  readonly keyPath: string;
  readonly indexes?: Readonly<Record<string, readonly string[]>>;
  readonly rows?: readonly object[];
}

/** Path of a page of the origin that starts no player. */
const PLAIN_PATH = '/no-such-page';

export async function leaveBehind(
  page: Page,
  origin: string,
  { databases = [], entries = {} }: LeftBehind,
): Promise<void> {
  await page.goto(origin + PLAIN_PATH);
  for (const database of databases) await page.evaluate(fillDatabase, database);
  await page.evaluate((texts) => Object.assign(localStorage, texts), entries);
}

function fillDatabase({ name, version, stores = [] }: EarlierDatabase): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, version);
    opening.onerror = () => reject(opening.error);
    opening.onupgradeneeded = () => {
      for (const { name: storeName, keyPath, indexes = {}, rows = [] } of stores) {
        const store = opening.result.createObjectStore(storeName, { keyPath });
        for (const [index, paths] of Object.entries(indexes)) store.createIndex(index, [...paths]);
        for (const row of rows) store.put(row);
      }
    };
    opening.onsuccess = () => {
      opening.result.close();
      resolve();
    };
  });
}
