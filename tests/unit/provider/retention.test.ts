import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/provider/database/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openDatabase } from './support/open-database.ts';
import { Retention, startRetention } from '../../../src/provider/database/retention.ts';
import { StorageUnavailable } from '../../../src/provider/database/storage-errors.ts';
import { DEFAULT_LIMITS } from '../../../src/provider/settings/limits.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

async function setUp() {
  const clock = createFakeClock();
  const database = await openDatabase({ url: ':memory:' }, clock);
  onTestFinished(() => database.close());
  return { clock, database, retention: new Retention(database, clock, DEFAULT_LIMITS) };
}

test('a full database file refuses writes, and accepts them again once there is room', async () => {
  const folder = await temporaryFolder();
  const clock = createFakeClock();
  const databaseMaxBytes = 4_000_000;
  const database = await openDatabase({ url: `file:${join(folder, 'a.db')}` }, clock, databaseMaxBytes);
  onTestFinished(() => database.close());
  let id = 0;
  const add = () =>
    database.batch(
      Array.from({ length: 1_000 }, () => ({
        sql: `INSERT INTO events VALUES (?, ?, 1, 'log_event', 's', 0, 'n', 100, 'q', 0, 0, 0, ?, 1)`,
        args: [(id += 1), `event ${id}`, 'x'.repeat(400)],
      })),
      'write',
    );
  const fill = async (): Promise<void> => {
    for (;;) await add();
  };
  await expect(fill()).rejects.toBeInstanceOf(StorageUnavailable);
  const limits = { ...DEFAULT_LIMITS, databaseMaxBytes: databaseMaxBytes / 1.1 };
  await new Retention(database, clock, limits).shed();
  await expect(add()).resolves.toHaveLength(1_000);
});

test('a failed sweep is reported, and the next one runs', async () => {
  const { clock, database, retention } = await setUp();
  const problems: unknown[] = [];
  const broken = new Retention(
    { ...database, execute: () => Promise.reject(new Error('full')) } as Database,
    clock,
    DEFAULT_LIMITS,
  );
  onTestFinished(startRetention(broken, clock, (error) => problems.push(error)));
  await clock.advance(2 * 60_000);
  expect(problems.length).toBeGreaterThanOrEqual(1);
  await clock.advance(2 * 60_000);
  expect(problems.length).toBeGreaterThanOrEqual(2);
  expect(await retention.usedBytes()).toBeGreaterThan(0);
});
