import { deleteDB, openDB } from 'idb';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { STORAGE_ERROR_MESSAGES } from '../../protocol/errors.ts';
import { succeed, type Failure } from '../../protocol/runtime/outcome.ts';
import { STORE_NAMES } from '../../protocol/infrastructure/records.ts';
import { DatabaseHandle, OPEN_TIMEOUT_MS } from '../../workers/infrastructure/storage/database-handle.ts';
import { IndexedLogStore } from '../../workers/infrastructure/storage/indexed-log-store.ts';
import { LOG_DATABASE } from '../../workers/infrastructure/storage/log-database.ts';
import { systemClock } from '../../workers/system-clock.ts';
import { createFakeClock } from './fake-clock.ts';
import { createSpans } from './fake-spans.ts';
import { describeLogStore, makeStoredEvent, makeStoredRequest } from './log-store-contract.ts';
import { LOG_DATABASE_VERSION } from '../../protocol/constants.ts';

const { events: EVENTS, requests: REQUESTS } = STORE_NAMES;
const closers: (() => void)[] = [];
let opened = 0;

function openStore({
  name = `user ${++opened} ${Math.random()}`,
  indexedDB = () => globalThis.indexedDB,
  clock = systemClock,
  onTransaction = (_kind: string): void => {},
} = {}) {
  const faults: Failure[] = [];
  const givenUp: Failure[] = [];
  let lostCount = 0;
  const handle = new DatabaseHandle({
    description: LOG_DATABASE,
    identifier: name,
    clock,
    spans: createSpans(clock),
    indexedDB,
    onFault: (fault) => faults.push(fault),
    onLost: () => (lostCount += 1),
    onGivenUp: (failure) => givenUp.push(failure),
    onTransaction,
  });
  const store = new IndexedLogStore(handle);
  closers.push(() => store.close());
  const databaseName = `oriel-logs.${encodeURIComponent(name)}`;
  return { store, faults, givenUp, databaseName, name, lost: () => lostCount };
}

const messages = (failures: readonly Failure[]): string[] => failures.map(({ message }) => message);

/** Contract of the log store, over the browser's IndexedDB and over the IndexedDB in memory of unit tests. */
export function describeIndexedLogStore(): void {
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });

  describeLogStore('IndexedDB', async () => openStore().store);

  test('the request log has version 9, and a name without a colon [S1, S2]', async () => {
    const { store, databaseName } = openStore({ name: 'id:with|colon' });
    onTestFinished(() => deleteDB(databaseName));
    await store.listRequests();
    const found = (await indexedDB.databases()).find(({ name }) => name === databaseName);
    expect(found?.version).toBe(9);
    expect(databaseName).not.toContain(':');
  });

  test('each transaction reports its kind, which is ‘read’ for transactions that only read [S13]', async () => {
    const kinds: string[] = [];
    const { store } = openStore({ onTransaction: (kind) => kinds.push(kind) });
    await store.putEvents([makeStoredEvent('e')]);
    await store.putRequest(makeStoredRequest('r', { eventIds: ['e'] }));
    await store.deleteEvents(['e']);
    await store.adoptEvents('me', () => false);
    await store.takeRequest('r', 'me', 1, () => false);
    await store.returnRequest('r');
    await store.deleteRequestsWhere(() => false);
    await store.deleteRequest('r');
    expect(kinds).toEqual([
      'put-events',
      'put-request',
      'delete-events',
      'adopt-events',
      'take-request',
      'return-request',
      'expire-requests',
      'delete-request',
    ]);
    kinds.length = 0;
    await store.listEventOwners();
    await store.listRequests();
    await store.countRequestedEvents();
    await store.hasNoneOf([], []);
    await store.readRequest('r');
    expect(kinds).toEqual(['read', 'read', 'read', 'read', 'read']);
  });

  test('a closed log store fails, does not block the deletion of its database, and does not create it again', async () => {
    const { store, databaseName } = openStore();
    await store.putEvents([makeStoredEvent('e')]);
    store.close();
    await deleteDB(databaseName);
    expect(await store.listRequests()).toMatchObject({ message: STORAGE_ERROR_MESSAGES.databaseClosed });
    expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain(databaseName);
  });

  test('an event without an owner is listed with the empty name as its owner', async () => {
    const { store } = openStore();
    const { owner: _, ...ownerless } = makeStoredEvent('e');
    await store.putEvents([ownerless]);
    expect(await store.listEventOwners()).toEqual(succeed(new Set([''])));
  });

  test('events that are stored together are one row a tier; a request takes its events out of the row, and the rest can be adopted one by one', async () => {
    const { store, name, databaseName } = openStore();
    const together = ['a', 'b', 'c'].map((id) => makeStoredEvent(id));
    await store.putEvents([...together, { ...makeStoredEvent('urgent'), tier: 400 }]);
    const database = await openDB(databaseName);
    onTestFinished(() => database.close());
    expect(await database.count(EVENTS)).toBe(2);
    await store.putRequest(makeStoredRequest('r', { eventIds: ['a', 'urgent'] }));
    expect(await database.count(EVENTS)).toBe(1);
    expect(await store.hasNoneOf([], [makeStoredEvent('a'), makeStoredEvent('urgent')])).toEqual(succeed(true));

    const { store: heir } = openStore({ name });
    expect(await heir.adoptEvents('heir', ({ id }) => id !== 'c')).toEqual(succeed([makeStoredEvent('b', 'heir')]));
    await heir.deleteEvents(['b']);
    expect(await heir.adoptEvents('heir', () => true)).toEqual(succeed([makeStoredEvent('c', 'heir')]));
    await heir.deleteEvents(['c']);
    expect(await database.count(EVENTS)).toBe(0);
  });

  test('events whose request could not be stored can still be deleted', async () => {
    const { store, databaseName } = openStore();
    await store.putEvents([makeStoredEvent('a'), makeStoredEvent('b')]);
    const request = { ...makeStoredRequest('r', { eventIds: ['b'] }), options: () => undefined } as never;
    expect(await store.putRequest(request)).toMatchObject({ ok: false });
    await store.deleteEvents(['a', 'b']);
    const database = await openDB(databaseName);
    onTestFinished(() => database.close());
    expect(await database.count(EVENTS)).toBe(0);
  });

  test('stored rows count as wiped only when none of them is left', async () => {
    const { store } = openStore();
    await store.putEvents([makeStoredEvent('here')]);
    const both = [makeStoredEvent('here'), makeStoredEvent('gone')];
    expect(await store.hasNoneOf([], both)).toEqual(succeed(false));
    expect(await store.hasNoneOf([makeStoredRequest('gone')], [makeStoredEvent('gone')])).toEqual(succeed(true));
  });

  test('two users have separate databases [S1]', async () => {
    const [ann, bob] = [openStore(), openStore()];
    await ann.store.putRequest(makeStoredRequest('r'));
    expect(await bob.store.readRequest('r')).toEqual(succeed(null));
  });

  test('without a user identifier, the log store fails instead of opening a database [S1]', async () => {
    const { store } = openStore({ name: '' });
    expect(await store.listRequests()).toMatchObject({ message: STORAGE_ERROR_MESSAGES.noUserIdentifier });
  });

  test.each([1, 4, 8])('version %i of the request log is upgraded without losing rows [S2]', async (version) => {
    const { store, databaseName } = openStore();
    const old = await openDB(databaseName, version, {
      upgrade(database) {
        database.createObjectStore(REQUESTS, { keyPath: 'id' });
        if (version > 1) database.createObjectStore(EVENTS, { keyPath: 'id' });
      },
    });
    const body = '{"events":[]}';
    await old.put(REQUESTS, { id: 'r', url: '/log', options: { method: 'POST', headers: {}, body }, timestamp: 3 });
    if (version > 1) await old.put(EVENTS, makeStoredEvent('e'));
    old.close();
    expect(await store.listRequests()).toEqual(
      succeed([{ id: 'r', status: 'NEW', tier: 0, timestamp: 3, sizeBytes: body.length }]),
    );
    expect(await store.takeRequest('r', 'me', 1, () => false)).toMatchObject({ value: { eventIds: [], sendCount: 0 } });
    expect(await store.hasNoneOf([], [makeStoredEvent('e')])).toEqual(succeed(version === 1));
  });

  test('a newer version of the database is left unchanged, and reported [S3]', async () => {
    const { store, databaseName, givenUp } = openStore();
    const newer = await openDB(databaseName, LOG_DATABASE_VERSION + 1);
    onTestFinished(() => newer.close());
    const outcome = await store.putEvents([makeStoredEvent('e')]);
    expect(outcome).toMatchObject({ ok: false, message: STORAGE_ERROR_MESSAGES.newerVersion });
    expect(messages(givenUp)).toEqual([STORAGE_ERROR_MESSAGES.newerVersion]);
    expect(newer.version).toBe(LOG_DATABASE_VERSION + 1);
  });

  test('a database without its object stores is reopened, then reported, deleted and recreated [S11, E3]', async () => {
    const { store, databaseName, faults } = openStore();
    (await openDB(databaseName, LOG_DATABASE_VERSION)).close();
    expect(await store.putEvents([makeStoredEvent('e')])).toEqual(succeed(undefined));
    expect(messages(faults)).toEqual([
      STORAGE_ERROR_MESSAGES.reopenedForMissingStores,
      STORAGE_ERROR_MESSAGES.storesMissing,
      STORAGE_ERROR_MESSAGES.deletedForMissingStores,
    ]);
  });

  test('rows of a database with a missing object store are moved to the new database [S11]', async () => {
    const { store, databaseName } = openStore();
    const broken = await openDB(databaseName, LOG_DATABASE_VERSION, {
      upgrade: (database) => void database.createObjectStore(REQUESTS, { keyPath: 'id' }),
    });
    await broken.put(REQUESTS, makeStoredRequest('r'));
    broken.close();
    expect(await store.readRequest('r')).toEqual(succeed(makeStoredRequest('r')));
  });

  test('a missing index is reported, and repaired without losing a row [S11, E2]', async () => {
    const { store, databaseName, faults } = openStore();
    const broken = await openDB(databaseName, LOG_DATABASE_VERSION, {
      upgrade(database) {
        database.createObjectStore(REQUESTS, { keyPath: 'id' });
        database.createObjectStore(EVENTS, { keyPath: 'id' });
      },
    });
    await broken.put(REQUESTS, makeStoredRequest('r'));
    broken.close();
    expect(await store.listRequests()).toMatchObject({ value: [{ id: 'r' }] });
    expect(messages(faults)).toContain(STORAGE_ERROR_MESSAGES.indexMissing);
  });

  test('if a database is deleted while it is open, its connection closes, and the next operation creates a new database', async () => {
    const { store, databaseName, lost, faults } = openStore();
    await store.putEvents([makeStoredEvent('a')]);
    await deleteDB(databaseName);
    expect(await store.putEvents([makeStoredEvent('b')])).toEqual(succeed(undefined));
    expect(await store.hasNoneOf([], [makeStoredEvent('a')])).toEqual(succeed(true));
    expect(lost()).toBe(1);
    expect(faults).toEqual([]);
  });

  test('an upgrade to a newer version in another tab is not blocked, and ends storing in this tab [S3]', async () => {
    const { store, databaseName, givenUp } = openStore();
    await store.putEvents([makeStoredEvent('a')]);
    const newer = await openDB(databaseName, LOG_DATABASE_VERSION + 1);
    onTestFinished(() => newer.close());
    expect(await newer.count(EVENTS)).toBe(1);
    expect(await store.putEvents([makeStoredEvent('b')])).toMatchObject({ ok: false });
    expect(messages(givenUp)).toEqual([STORAGE_ERROR_MESSAGES.newerVersion]);
  });

  test('a blocked open fails after two seconds, and does not block others if it succeeds later', async () => {
    const clock = createFakeClock();
    const { store, databaseName, faults } = openStore({ clock });
    const holder = await openDB(databaseName, 1);
    const listing = store.listRequests();
    await clock.advance(OPEN_TIMEOUT_MS - 1);
    expect(faults).toEqual([]);
    await clock.advance(1);
    expect(await listing).toMatchObject({ ok: false, details: { cause: 'no answer within 2000 ms' } });
    holder.close();
    await deleteDB(databaseName);
    expect(clock.pendingCount()).toBe(0);
  });

  test.each([
    ['absent', () => undefined as never],
    [
      'refused',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
  ])('storage that is %s is reported as not supported', async (_how, indexedDB) => {
    const { store, givenUp } = openStore({ indexedDB });
    expect(await store.listRequests()).toMatchObject({ message: STORAGE_ERROR_MESSAGES.notSupported });
    expect(givenUp).toHaveLength(1);
  });

  test('a fault closes the database handle, which is reopened only once', async () => {
    const { store, databaseName, faults, givenUp, lost } = openStore();
    await store.putEvents([makeStoredEvent('a')]);
    const transaction = IDBDatabase.prototype.transaction;
    onTestFinished(() => void (IDBDatabase.prototype.transaction = transaction));
    let failures = 1;
    IDBDatabase.prototype.transaction = function (...parameters) {
      if (this.name === databaseName && failures > 0) {
        failures -= 1;
        throw new DOMException('Connection to Indexed Database server lost', 'UnknownError');
      }
      return transaction.apply(this, parameters);
    };
    expect(await store.putEvents([makeStoredEvent('b')])).toEqual(succeed(undefined));
    expect(lost()).toBe(1);
    failures = 100;
    expect(await store.putEvents([makeStoredEvent('c')])).toMatchObject({ ok: false });
    failures = 0;
    expect(await store.putEvents([makeStoredEvent('d')])).toMatchObject({ ok: false });
    expect(messages(faults)).toEqual([
      STORAGE_ERROR_MESSAGES.quotaMaybeExceeded,
      STORAGE_ERROR_MESSAGES.quotaMaybeExceeded,
    ]);
    expect(givenUp).toHaveLength(1);
  });

  test('an aborted transaction reports its own error, not the error of its requests', async () => {
    const { store, faults } = openStore();
    await store.listRequests();
    const put = IDBObjectStore.prototype.put;
    onTestFinished(() => void (IDBObjectStore.prototype.put = put));
    IDBObjectStore.prototype.put = function (...parameters) {
      const request = put.apply(this, parameters);
      IDBObjectStore.prototype.put = put;
      Object.defineProperty(this.transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
      this.transaction.abort();
      return request;
    };
    expect(await store.putEvents([makeStoredEvent('a')])).toMatchObject({
      message: STORAGE_ERROR_MESSAGES.quotaExceeded,
    });
    expect(messages(faults)).toEqual([STORAGE_ERROR_MESSAGES.quotaExceeded]);
    expect(await store.putEvents([makeStoredEvent('a')])).toEqual(succeed(undefined));
  });

  test('an error inside a transaction aborts it explicitly, and the handle stays open [E2, E3]', async () => {
    const { store, faults, lost } = openStore();
    await store.putEvents([makeStoredEvent('a')]);
    const { put } = IDBObjectStore.prototype;
    onTestFinished(() => void (IDBObjectStore.prototype.put = put));
    IDBObjectStore.prototype.put = () => {
      throw new TypeError('a bug');
    };
    expect(await store.putEvents([makeStoredEvent('b')])).toMatchObject({
      message: STORAGE_ERROR_MESSAGES.explicitAbort,
      details: { cause: 'TypeError: a bug' },
    });
    IDBObjectStore.prototype.put = put;
    expect(messages(faults)).toEqual([STORAGE_ERROR_MESSAGES.explicitAbort]);
    expect(lost()).toBe(0);
    expect(await store.hasNoneOf([], [makeStoredEvent('b')])).toEqual(succeed(true));
    expect(await store.putEvents([makeStoredEvent('b')])).toEqual(succeed(undefined));
  });

  test('an upgrade that fails is aborted explicitly, and the old rows stay [E2, S2]', async () => {
    const { store, databaseName, givenUp } = openStore();
    const old = await openDB(databaseName, 8, {
      upgrade: (database) => void database.createObjectStore(REQUESTS, { keyPath: 'id' }),
    });
    await old.put(REQUESTS, { id: 'r', options: {} });
    old.close();
    expect(await store.listRequests()).toMatchObject({ message: STORAGE_ERROR_MESSAGES.explicitAbort });
    expect(messages(givenUp)).toEqual([STORAGE_ERROR_MESSAGES.explicitAbort]);
    const kept = await openDB(databaseName, 8);
    onTestFinished(() => kept.close());
    expect(await kept.count(REQUESTS)).toBe(1);
  });
}
