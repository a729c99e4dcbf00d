import type { IDBPDatabase } from 'idb';
import { expect, onTestFinished, test } from 'vitest';
import { succeed, type Failure } from '../../../../../protocol/runtime/outcome.ts';
import {
  DatabaseHandle,
  TRANSACTION_TIMEOUT_MS,
} from '../../../../../workers/infrastructure/storage/database-handle.ts';
import { CONFIG_DATABASE } from '../../../../../workers/infrastructure/storage/config-database.ts';
import { LOG_DATABASE, type LogDatabaseSchema } from '../../../../../workers/infrastructure/storage/log-database.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createSpans } from '../../../../support/fake-spans.ts';
import { useMemoryIndexedDb } from '../../../../support/memory-indexed-db.ts';

useMemoryIndexedDb();

const never = () => new Promise<never>(() => {});

interface Lab {
  readonly indexedDB?: IDBFactory;
  readonly description?: typeof LOG_DATABASE;
}

function createHandle({ indexedDB = globalThis.indexedDB, description = LOG_DATABASE }: Lab = {}) {
  const clock = createFakeClock();
  const faults: Failure[] = [];
  const givenUp: Failure[] = [];
  let lostCount = 0;
  const handle = new DatabaseHandle({
    description,
    identifier: `viewer ${Math.random()}`,
    clock,
    spans: createSpans(clock),
    indexedDB: () => indexedDB,
    onFault: (fault) => faults.push(fault),
    onLost: () => (lostCount += 1),
    onGivenUp: (failure) => givenUp.push(failure),
    onTransaction: () => {},
  });
  onTestFinished(() => handle.close());
  return { clock, handle, faults, givenUp, lost: () => lostCount };
}

async function openHandle() {
  const lab = createHandle();
  const connections: IDBPDatabase<LogDatabaseSchema>[] = [];
  await lab.handle.run('open', async (database) => void connections.push(database));
  return { ...lab, first: connections[0] };
}

test('work that hangs on a dead connection runs again on the next connection, and the connection is lost once', async () => {
  const { clock, handle, faults, givenUp, lost, first } = await openHandle();
  const hung = [1, 2].map((value) => handle.run('read', (on) => (on === first ? never() : Promise.resolve(value))));
  await clock.advance(TRANSACTION_TIMEOUT_MS - 1);
  expect(lost()).toBe(0);
  await clock.advance(1);
  expect(await Promise.all(hung)).toEqual([succeed(1), succeed(2)]);
  const fault = { details: { cause: `no answer within ${TRANSACTION_TIMEOUT_MS} ms` } };
  expect(faults).toMatchObject([fault, fault]);
  expect([lost(), givenUp, clock.pendingCount()]).toEqual([1, [], 0]);
});

test('when a second connection dies the database is given up', async () => {
  const { clock, handle, givenUp } = await openHandle();
  const hung = handle.run('read', never);
  await clock.advance(TRANSACTION_TIMEOUT_MS);
  await handle.run('open', async () => undefined);
  await clock.advance(TRANSACTION_TIMEOUT_MS);
  expect(await hung).toMatchObject({ ok: false });
  expect(givenUp).toHaveLength(1);
  expect(await handle.run('read', async () => 1)).toMatchObject({ ok: false });
});

test('after a freeze a pending response of the database is handled before the transaction timeout is', async () => {
  const { clock, handle, faults } = await openHandle();
  let finish = (): void => {};
  const read = handle.run('read', () => new Promise<void>((resolve) => (finish = resolve)));
  await clock.advance(0);
  // After the freeze all due timers run at once, and the response arrives in the next turn.
  await clock.advance(TRANSACTION_TIMEOUT_MS / 2);
  finish();
  expect(await read).toEqual(succeed(undefined));
  expect([faults, clock.pendingCount()]).toEqual([[], 0]);
});

/** Reads through a handle in a browser whose method `databases` is the given one. */
async function runWith(databases: (() => Promise<IDBDatabaseInfo[]>) | undefined, description?: typeof LOG_DATABASE) {
  const indexedDB = Object.assign(Object.create(globalThis.indexedDB) as IDBFactory, {
    open: globalThis.indexedDB.open.bind(globalThis.indexedDB),
    databases,
  });
  const { clock, handle, faults } = createHandle({ indexedDB, ...(description && { description }) });
  let outcome: unknown;
  void handle.run('read', async () => 'read').then((result) => (outcome = result));
  await expect.poll(async () => (await clock.advance(1_000), outcome)).toBeDefined();
  return { outcome, faults };
}

test('the log database counts as not supported in a browser that does not list it, as WebKit with databases in memory only', async () => {
  const { outcome, faults } = await runWith(async () => []);
  expect(outcome).toMatchObject({ ok: false, details: { fault: 'notSupported' } });
  expect(faults).toHaveLength(1);
  expect(await runWith(async () => [], CONFIG_DATABASE as never)).toEqual({ outcome: succeed('read'), faults: [] });
});

test.for([
  ['does not exist', undefined],
  ['does not respond', never],
  ['is refused', () => Promise.reject(new DOMException('', 'UnknownError'))],
] as const)('if the browser’s list of databases %s, the database is used', async ([, databases]) => {
  expect(await runWith(databases)).toEqual({ outcome: succeed('read'), faults: [] });
});
