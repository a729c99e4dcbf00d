import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { BoundedLog } from '../../../../src/provider/database/bounded-log.ts';
import { DatabaseFile } from '../../../../src/provider/database/database-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const MAX_BYTES = 2_000_000;

test('an endless reader lets the write-ahead log grow only to its limit, and writes succeed again once the reader ends', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'a.db');
  const client = createClient({ url: `file:${path}`, timeout: 50, concurrency: 1 });
  await client.execute('PRAGMA journal_mode = WAL');
  await client.execute('CREATE TABLE notes (text TEXT)');
  const log = new BoundedLog(new DatabaseFile(client), `${path}-wal`, MAX_BYTES);
  onTestFinished(() => log.close());
  const add = async (): Promise<void> => {
    await log.batch([{ sql: 'INSERT INTO notes VALUES (?)', args: ['x'.repeat(100_000)] }], 'write');
  };

  const other = createClient({ url: `file:${path}` });
  onTestFinished(() => other.close());
  const reading = await other.transaction('read');
  await reading.execute('SELECT count(*) FROM notes');
  const fill = async (): Promise<void> => {
    for (;;) await add();
  };
  await expect(fill()).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect((await stat(`${path}-wal`)).size).toBeLessThan(1.2 * MAX_BYTES);
  await reading.commit();
  await expect(add()).resolves.toBeUndefined();
  expect((await stat(`${path}-wal`)).size).toBeLessThan(MAX_BYTES);
});
