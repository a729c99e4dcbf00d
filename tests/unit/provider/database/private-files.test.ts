import { chmod, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { backUp } from '../../../../src/provider/database/back-up.ts';
import { openDatabases } from '../../../../src/provider/database/open-database.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

/** Modes of all files in a folder, by name. */
async function modesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).toSorted();
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await modeOf(join(folder, name))] as const)),
  );
}

test('a database, its write-ahead log and its shared-memory index are readable only by their owner', async () => {
  const folder = await temporaryFolder();
  const { state } = await openDatabases({ url: `file:${join(folder, 'provider.db')}` }, createFakeClock());
  onTestFinished(() => state.close());
  expect(await modesIn(folder)).toEqual({ 'provider.db': '600', 'provider.db-shm': '600', 'provider.db-wal': '600' });
});

test('a database of an earlier build becomes private when it is opened', async () => {
  const folder = await temporaryFolder();
  const path = join(folder, 'provider.db');
  const before = createClient({ url: `file:${path}` });
  await before.execute('PRAGMA journal_mode = WAL');
  await before.execute('CREATE TABLE kept (value TEXT)');
  for (const name of await readdir(folder)) await chmod(join(folder, name), 0o644);
  const { state } = await openDatabases({ url: `file:${path}` }, createFakeClock());
  before.close();
  onTestFinished(() => state.close());
  expect(Object.values(await modesIn(folder)).every((mode) => mode === '600')).toBe(true);
  expect((await state.execute('SELECT count(*) AS count FROM kept')).rows[0]).toMatchObject({ count: 0 });
});

test('a backup of a missing database fails with a message that says so, and creates no file', async () => {
  const folder = await temporaryFolder();
  const missing = join(folder, 'missing.db');
  expect(await backUp(`file:${missing}`, join(folder, 'backup.db'))).toMatchObject({
    ok: false,
    message: `There is no database ${missing}. Give this command the ORIEL_DATA_DIR or ORIEL_DATABASE_URL that the server has.`,
  });
  expect(await readdir(folder)).toEqual([]);
});

test('a backup is readable only by its owner, and replaces no file', async () => {
  const folder = await temporaryFolder();
  const url = `file:${join(folder, 'provider.db')}`;
  const { state } = await openDatabases({ url }, createFakeClock());
  onTestFinished(() => state.close());
  const target = join(folder, 'backup.db');
  expect(await backUp(url, target)).toMatchObject({ ok: true });
  expect(await modeOf(target)).toBe('600');
  await writeFile(join(folder, 'mine'), 'mine');
  expect(await backUp(url, join(folder, 'mine'))).toMatchObject({ ok: false });
  expect(await backUp(url, join(folder, 'no such folder/backup.db'))).toMatchObject({ ok: false });
});
