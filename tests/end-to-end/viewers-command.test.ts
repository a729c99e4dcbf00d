// @module-tag thorough
import { execFile } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ViewerStore } from '../../src/provider/stores/viewer-store.ts';
import { authorOf, eventStoreOf } from '../unit/provider/support/budgets.ts';
import { openServerDatabases } from '../unit/provider/support/open-database.ts';
import { received } from '../unit/provider/support/store-contract.ts';
import { countOf } from '../unit/provider/support/tables.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ID = 'abcdefghijklmno-';
const SESSION = '0123456789abcdef0123456789abcdef';

test('the built program exports a person into a private file, deletes every chunk, and then ends', async () => {
  const folder = await temporaryFolder();
  const url = `file://${join(folder, 'provider.db')}`;
  const clock = createFakeClock();
  const databases = await openServerDatabases({ url }, clock);
  await eventStoreOf(databases, clock).add([received(Array.from({ length: 1_200 }, (_, index) => index))]);
  await new ViewerStore(databases.state, clock).setSubscribed(authorOf(`visitor:${ID}`), ['ch'], true, 10);
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, ['dist/provider/viewers.js', ...words], {
      env: { ...process.env, ORIEL_DATABASE_URL: url },
    });
  const file = join(folder, 'session.json');
  await run('export', '--session', SESSION, file);
  const { events } = JSON.parse(await readFile(file, 'utf8')) as { events: object[] };
  expect([events.length, (await stat(file)).mode & 0o777]).toEqual([1_200, 0o600]);
  await expect(run('export', '--session', SESSION, file)).rejects.toMatchObject({
    stderr: `${file} exists already. Name another file.\n`,
  });
  expect((await run('forget', '--session', SESSION, '--delete')).stdout).toBe(
    `Deleted of session ${SESSION}: 1 200 events, 1 session.\n`,
  );
  expect(await countOf(databases.state, 'events')).toBe(0);
  expect(await countOf(databases.state, 'subscriptions')).toBe(1);
  await databases.state.close();
});
