import { deleteDB, openDB } from 'idb';
import { expect, onTestFinished, test } from 'vitest';
import { STORAGE_ERROR_MESSAGES } from '../../protocol/errors.ts';
import { STORE_NAMES } from '../../protocol/infrastructure/records.ts';
import { openConfigStore } from '../../workers/infrastructure/storage/open-config-store.ts';
import { StorageFaults } from '../../workers/infrastructure/storage/storage-faults.ts';
import { createSystemEnvironment } from '../../workers/infrastructure/system-environment.ts';

function openStore(identifier = `user ${Math.random()}`, mayKeep = true, storageFaults = new StorageFaults()) {
  const faults: string[] = [];
  const kinds: string[] = [];
  const store = openConfigStore({
    environment: createSystemEnvironment(),
    identifier,
    mayKeep: () => mayKeep,
    faults: storageFaults,
    problems: { storageFault: ({ message }) => void faults.push(message) },
    samples: { note: (kind) => void kinds.push(kind) },
  });
  const name = `oriel-config.${encodeURIComponent(identifier)}`;
  onTestFinished(async () => {
    store.close();
    await deleteDB(name);
  });
  return { store, faults, kinds, name, identifier };
}

/** Contract of the configuration store, over the browser's IndexedDB and over the IndexedDB in memory of unit tests. */
export function describeConfigStore(): void {
  test('the configuration of one page load is available to the next page load [S4]', async () => {
    const { store, identifier } = openStore();
    expect(await store.load()).toEqual({});
    await store.save({ hot: { hashData: 'h1', configData: { a: 1 } }, cold: { hashData: 'c1', configData: [2] } });
    store.close();
    const next = openStore(identifier);
    expect(await next.store.load()).toEqual({ hot: { a: 1 }, cold: [2] });
    expect(next.store.hashes).toEqual({ hot: 'h1', cold: 'c1' });
  });

  test('a page that has stopped storing saves no configuration and no tokens [S12]', async () => {
    const first = openStore(undefined, true, new StorageFaults({ storageEnd: 'ten faults' }));
    await first.store.save({ hot: { hashData: 'h1', configData: 1 } });
    await first.store.saveTokenJar({ jar: { encryptedTokenJarContents: 'jar' }, expiresAtMs: 1 });
    first.store.close();
    const next = openStore(first.identifier);
    expect([await next.store.load(), next.store.tokenJar]).toEqual([{}, null]);
  });

  test('the store keeps only the latest hot configuration, with its time [S4]', async () => {
    const { store, name } = openStore();
    await store.save({ hot: { hashData: 'h1', configData: 1 } });
    await store.save({ hot: { hashData: 'h2', configData: 2 } });
    await store.save({ hot: { hashData: 'h2' } });
    const database = await openDB(name);
    const rows: { config: string; configData: unknown; hashData: string; timestamp: number }[] = await database.getAll(
      STORE_NAMES.config,
    );
    database.close();
    expect(rows).toMatchObject([{ config: 'hot', configData: 2, hashData: 'h2' }]);
    expect(Math.abs(Date.now() - (rows[0]?.timestamp ?? 0))).toBeLessThan(60_000);
  });

  test('loading only reads, and saving writes only a configuration with data [S13]', async () => {
    const { store, kinds } = openStore();
    await store.load();
    await store.save({});
    await store.save({ cold: { hashData: 'c1' } });
    expect(kinds).toEqual(['read']);
    await store.save({ cold: { hashData: 'c1', configData: 1 } });
    expect(kinds).toEqual(['read', 'save-config']);
  });

  test('a closed config store does not block the deletion of its database, and does not create it again', async () => {
    const { store, name } = openStore();
    await store.load();
    store.close();
    await deleteDB(name);
    expect(await store.load()).toEqual({});
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
  });

  test('the config store has version 1 [S3]', async () => {
    const { store, name } = openStore();
    await store.load();
    expect((await indexedDB.databases()).find((database) => database.name === name)?.version).toBe(1);
  });

  test('a newer config store is reported, and the page continues without it [S3]', async () => {
    const { store, name, faults } = openStore();
    (await openDB(name, 2)).close();
    expect(await store.load()).toEqual({});
    await store.save({ hot: { hashData: 'h1', configData: 1 } });
    expect(faults).toEqual([STORAGE_ERROR_MESSAGES.newerVersion]);
    expect(store.hashes).toEqual({ hot: 'h1' });
  });

  test('an unreadable record of the config store counts as missing', async () => {
    const { store, name } = openStore();
    const database = await openDB(name, 1, {
      upgrade: (opened) => void opened.createObjectStore(STORE_NAMES.config, { keyPath: 'config' }),
    });
    await database.put(STORE_NAMES.config, { config: 'hot', hashData: 7 });
    await database.put(STORE_NAMES.config, { config: 'cold', hashData: 'c', configData: 1, timestamp: 1 });
    database.close();
    expect(await store.load()).toEqual({ cold: 1 });
  });

  test('two users have separate configurations [S1]', async () => {
    const ann = openStore();
    await ann.store.save({ hot: { hashData: 'h', configData: 'of ann' } });
    expect(await openStore().store.load()).toEqual({});
  });

  test('a private embed stores no configuration [P10]', async () => {
    const { store, name } = openStore(undefined, false);
    await store.save({ hot: { hashData: 'h', configData: 1 } });
    expect(await store.load()).toEqual({});
    expect((await indexedDB.databases()).map((database) => database.name)).not.toContain(name);
  });
}
