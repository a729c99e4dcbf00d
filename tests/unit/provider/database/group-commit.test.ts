import { createClient } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { GroupCommit, type Engine } from '../../../../src/provider/database/group-commit.ts';
import { StorageUnavailable } from '../../../../src/provider/database/storage-errors.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

/** An in-memory engine that records its transactions and fails on demand. */
async function setUp() {
  const clock = createFakeClock();
  const client = createClient({ url: ':memory:' });
  await client.execute('CREATE TABLE notes (text TEXT UNIQUE)');
  const transactions: string[] = [];
  const failures: string[] = [];
  const engine: Engine = {
    batch(statements, mode) {
      const code = mode === 'write' ? failures.shift() : undefined;
      if (code !== undefined) return Promise.reject(Object.assign(new Error(code), { code }));
      transactions.push(`${mode} ${statements.length}`);
      return client.batch(statements, mode);
    },
    close: () => client.close(),
  };
  const database = new GroupCommit(engine, clock);
  onTestFinished(() => database.close());
  const add = (text: string) =>
    database
      .batch([{ sql: 'INSERT INTO notes VALUES (?)', args: [text] }], 'write')
      .then(([result]) => result?.rowsAffected);
  const all = async () => (await database.execute('SELECT text FROM notes ORDER BY text')).rows.map(({ text }) => text);
  return { clock, database, transactions, failures, add, all };
}

test('waiting writes share a transaction, and each write gets its own results', async () => {
  const { add, transactions, all } = await setUp();
  expect(await Promise.all(['a', 'b', 'c'].map(add))).toEqual([1, 1, 1]);
  expect(transactions).toEqual(['write 3']);
  expect(await all()).toEqual(['a', 'b', 'c']);
});

test('an invalid write of a group fails without failing the others', async () => {
  const { add, all } = await setUp();
  const outcomes = await Promise.allSettled(['a', 'a', 'b'].map(add));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await all()).toEqual(['a', 'b']);
});

test('readers run before waiting writes', async () => {
  const { add, all, transactions } = await setUp();
  await Promise.all([add('a'), all(), add('b')]);
  expect(transactions).toEqual(['read 1', 'write 2']);
});

test('a large queue is committed in groups, so that readers need not wait for the whole queue', async () => {
  const { database, transactions } = await setUp();
  const statements = Array.from({ length: 400 }, (_, index) => ({
    sql: 'INSERT INTO notes VALUES (?)',
    args: [index],
  }));
  const replace = statements.map(({ args }) => ({ sql: 'INSERT OR REPLACE INTO notes VALUES (?)', args }));
  await Promise.all([1, 2, 3, 4, 5].map(() => database.batch(replace, 'write')));
  expect(transactions).toEqual(['write 800', 'write 800', 'write 400']);
});

test('writes wait for the lock of another process, and writes that arrive during the wait join the transaction', async () => {
  const { clock, add, failures, transactions, all } = await setUp();
  failures.push('SQLITE_BUSY', 'SQLITE_BUSY');
  const [first, second] = [add('a'), add('b')];
  await expect.poll(() => clock.pendingCount()).toBe(1);
  const third = add('c');
  await clock.advance(50);
  await expect.poll(() => clock.pendingCount()).toBe(1);
  await clock.advance(50);
  await Promise.all([first, second, third]);
  expect(transactions).toEqual(['write 3']);
  expect(await all()).toEqual(['a', 'b', 'c']);
});

test('a write fails after waiting five seconds for a lock, and the next write tries again', async () => {
  const { clock, add, failures } = await setUp();
  failures.push(...Array.from({ length: 200 }, () => 'SQLITE_BUSY'));
  const given = add('a').catch((error: unknown) => error);
  for (let waited = 0; waited <= 5_050; waited += 50) {
    await clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await given).toBeInstanceOf(StorageUnavailable);
  failures.length = 0;
  expect(await add('b')).toBe(1);
});

test.each(['SQLITE_FULL', 'SQLITE_IOERR_WRITE', 'SQLITE_READONLY', 'SQLITE_CORRUPT'])(
  'with %s nothing of a group is stored, and each write may be retried',
  async (code) => {
    const { add, failures, all } = await setUp();
    failures.push(code);
    const outcomes = await Promise.allSettled(['a', 'b'].map(add));
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ reason: expect.any(StorageUnavailable) as unknown });
    expect(await all()).toEqual([]);
  },
);

test('close waits for pending writes', async () => {
  const { add, database } = await setUp();
  const stored = add('a');
  await database.close();
  expect(await stored).toBe(1);
});
