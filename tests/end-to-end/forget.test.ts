// @module-tag thorough
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { eventStoreOf } from '../unit/provider/support/budgets.ts';
import { openServerDatabases } from '../unit/provider/support/open-database.ts';
import { received } from '../unit/provider/support/store-contract.ts';
import { countOf } from '../unit/provider/support/tables.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the built forget program deletes all events of a period, in several chunks, and then ends', async () => {
  const folder = await temporaryFolder();
  const url = `file://${join(folder, 'provider.db')}`;
  const clock = createFakeClock();
  const databases = await openServerDatabases({ url }, clock);
  const count = (): Promise<number> => countOf(databases.state, 'events');
  await eventStoreOf(databases, clock).add([received(Array.from({ length: 1_200 }, (_, index) => index))]);
  expect(await count()).toBe(1_200);
  const at = (offsetMs: number): string => new Date(clock.now() + offsetMs).toISOString();
  const words = ['dist/provider/forget.js', '--from', at(-60_000), '--to', at(60_000), '--delete'];
  const { stdout } = await promisify(execFile)(process.execPath, words, {
    env: { ...process.env, ORIEL_DATABASE_URL: url },
  });
  expect(stdout).toContain('1 200 events and 1 session of 1 network.\nThey were deleted.');
  expect(await count()).toBe(0);
  await databases.state.close();
});
