import { join } from 'node:path';
import { createClient, type Client } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { DatabaseFile } from '../../../../src/provider/database/database-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const INSERT = ["INSERT INTO notes VALUES ('ours')"];
const COUNT = ['SELECT count(*) AS count FROM notes'];

test('a file can be written after another process has held its lock and committed', async () => {
  const { file, other, count } = await setUp((client) => client);
  const lock = await other.transaction('write');
  await lock.execute("INSERT INTO notes VALUES ('theirs')");
  await expect(file.batch(INSERT, 'write')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  expect(await count()).toBe(0);
  await lock.commit();
  expect(await count()).toBe(1);
  await file.batch(INSERT, 'write');
  expect(await count()).toBe(2);
});

test('a lock taken between the lock test and the transaction fails that write only, and settings stay', async () => {
  let takeLock = async (): Promise<void> => undefined;
  const { file, other, count } = await setUp((client) => lateLock(client, () => takeLock()));
  await file.set('max_page_count', 1_000);
  let release = async (): Promise<void> => undefined;
  takeLock = async () => {
    takeLock = async () => undefined;
    const lock = await other.transaction('write');
    await lock.execute("INSERT INTO notes VALUES ('theirs')");
    release = () => lock.commit();
  };
  await expect(file.batch(INSERT, 'write')).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
  expect(await count()).toBe(0);
  await release();
  await file.batch(INSERT, 'write');
  expect(await count()).toBe(2);
  const [limit] = await file.batch(['PRAGMA max_page_count'], 'read');
  expect(limit?.rows[0]).toEqual({ max_page_count: 1_000 });
});

/** A client whose database is locked by another client right after the lock test. */
function lateLock(client: Client, takeLock: () => Promise<void>): Client {
  const test = client.executeMultiple.bind(client);
  client.executeMultiple = async (sql) => {
    await test(sql);
    await takeLock();
  };
  return client;
}

async function setUp(wrap: (client: Client) => Client) {
  const url = `file:${join(await temporaryFolder(), 'a.db')}`;
  const file = new DatabaseFile(wrap(createClient({ url, timeout: 20, concurrency: 1 })));
  const other = createClient({ url });
  onTestFinished(() => {
    file.close();
    other.close();
  });
  await file.set('journal_mode', 'WAL');
  await file.batch(['CREATE TABLE notes (text TEXT)'], 'write');
  const count = async (): Promise<unknown> => (await file.batch(COUNT, 'read'))[0]?.rows[0]?.['count'];
  return { file, other, count };
}
