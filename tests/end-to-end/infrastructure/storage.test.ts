import { expect } from 'vitest';
import { STORE_NAMES } from '../../../protocol/infrastructure/records.ts';
import { test } from './support/served-lab.ts';
import { LOG_DATABASE } from './support/served-page.ts';

/** Pages that the provider has served, with databases that are newer, broken or unavailable. */

const CONFIG_DATABASE = 'oriel-config.logged-out';
const TOMORROW_ROW = { id: 'row' };
/** A database of a later version than the player supports. */
const ofTomorrow = (name: string, version: number) => ({
  name,
  version,
  stores: [{ name: 'ofTomorrow', keyPath: 'id', rows: [TOMORROW_ROW] }],
});
const INCOMPATIBLE = ['warning', 'The binary is incompatible with the database version'];

declare const self: { restore?: () => void };

/** Runs in the worker and aborts each transaction that writes, with an error of this name, until `self.restore`. */
function abortWrites(name: string): void {
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...parameters: Parameters<IDBObjectStore['put']>) {
    const request = put.apply(this, parameters);
    Object.defineProperty(this.transaction, 'error', { value: new DOMException('of the test', name) });
    this.transaction.abort();
    return request;
  };
  self.restore = () => void (IDBObjectStore.prototype.put = put);
}

function closeOnce(): void {
  const { transaction } = IDBDatabase.prototype;
  let left = 1;
  IDBDatabase.prototype.transaction = function (...parameters: Parameters<IDBDatabase['transaction']>) {
    if (parameters[1] === 'readwrite' && left-- > 0) this.close();
    return transaction.apply(this, parameters);
  };
  self.restore = () => void (IDBDatabase.prototype.transaction = transaction);
}

test('each storage fault of a page is reported with its own message and level, and the events still arrive [E2, E3]', async ({
  lab,
}) => {
  const served = await lab.open();
  const reported = async (level: string, message: string): Promise<void> => {
    await served.send(message, 5);
    await expect.poll(() => served.reports(), { message }).toContainEqual([level, message]);
    await served.worker.evaluate(() => self.restore?.());
  };
  await served.worker.evaluate(abortWrites, 'QuotaExceededError');
  await reported('warning', 'The current transaction exceeded its quota limitations');
  // Passes the pause that a full disk causes.
  await served.advance(60_000);
  await served.worker.evaluate(closeOnce);
  await reported('warning', "Can't start a transaction on a closed database");
  await served.worker.evaluate(abortWrites, 'UnknownError');
  await reported('warning', 'The current transaction may have failed because of exceeding quota limitations');
});

test('a database without its object stores is reopened, then recreated; a newer config database stays unchanged; each case is reported [S3, S11, E2, E3]', async ({
  lab,
}) => {
  const served = await lab.open({
    left: { databases: [{ name: LOG_DATABASE, version: 9 }, ofTomorrow(CONFIG_DATABASE, 2)] },
  });
  await expect
    .poll(() => served.reports().toSorted())
    .toEqual(
      [
        ['warning', 'Database is deleted because expected object stores were not created'],
        ['warning', 'Database is reopened because expected object stores were not created'],
        ['error', 'Object stores not created'],
        INCOMPATIBLE,
      ].toSorted(),
    );
  expect(await served.rows(CONFIG_DATABASE, 'ofTomorrow')).toEqual([TOMORROW_ROW]);
  // At rest, so that no flush removes the stored events.
  await served.atRest(async () => {
    await served.post('stored', 5);
    await expect.poll(() => served.rows(LOG_DATABASE, STORE_NAMES.events)).not.toEqual([]);
  });
  // Makes the recreated database seem to lack its index.
  await served.worker.evaluate(() => {
    Object.defineProperty(IDBObjectStore.prototype, 'indexNames', { get: () => ({ contains: () => false }) });
  });
  await served.page.evaluate((name) => void indexedDB.deleteDatabase(name), LOG_DATABASE);
  await served.send('indexless', 5);
  await expect.poll(() => served.reports()).toContainEqual(['warning', 'Index not created']);
});

test('a newer request log stays unchanged and logging continues without it, even after IndexedDB disappears; each case is reported [S2, E2, E3]', async ({
  lab,
}) => {
  const served = await lab.open({ left: { databases: [ofTomorrow(LOG_DATABASE, 10)] } });
  expect(await served.rows(LOG_DATABASE, 'ofTomorrow')).toEqual([TOMORROW_ROW]);
  // After an aborted write, the worker opens the config database again.
  await served.worker.evaluate(abortWrites, 'AbortError');
  await served.worker.evaluate(() => void Object.defineProperty(self, 'indexedDB', { value: undefined }));
  await served.send('beside', 5);
  for (const report of [
    INCOMPATIBLE,
    ['warning', 'Transaction was aborted for unknown reasons'],
    ['error', 'IndexedDB is not supported'],
  ])
    await expect.poll(() => served.reports()).toContainEqual(report);
});
