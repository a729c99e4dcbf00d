import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openDatabase } from '../support/open-database.ts';
import { startRetention } from '../../../../src/provider/stores/retention.ts';
import { StorageUnavailable } from '../../../../src/provider/database/storage-errors.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { eventStoreOf, retentionOf } from '../support/budgets.ts';
import { received } from '../support/store-contract.ts';

test('a full database file refuses writes, and accepts them again once rows have been shed', async () => {
  const folder = await temporaryFolder();
  const clock = createFakeClock();
  const fileBytes = 4_000_000;
  const database = await openDatabase({ url: `file:${join(folder, 'a.db')}` }, clock, fileBytes);
  onTestFinished(() => database.close());
  const store = eventStoreOf({ state: database, events: database }, clock);
  let index = 0;
  const add = () =>
    store.add([
      received(
        Array.from({ length: 100 }, () => (index += 1)),
        { payload: { name: 'x'.repeat(400) } },
      ),
    ]);
  const fill = async (): Promise<void> => {
    for (;;) await add();
  };
  await expect(fill()).rejects.toBeInstanceOf(StorageUnavailable);
  await retentionOf(database, clock, { databaseMaxBytes: fileBytes / 1.1 }).shed();
  await expect(add()).resolves.toMatchObject({ accepted: 100 });
});

test('shedding frees space in a file without a free page, although other writers keep writing to it', async () => {
  const clock = createFakeClock();
  const fileBytes = 2_000_000;
  const url = `file:${join(await temporaryFolder(), 'a.db')}`;
  const database = await openDatabase({ url }, clock, fileBytes);
  onTestFinished(() => database.close());
  const store = eventStoreOf({ state: database, events: database }, clock);
  let index = 0;
  const untilFull = async (write: () => Promise<unknown>): Promise<void> => {
    for (;;)
      try {
        await write();
      } catch {
        return;
      }
  };
  await untilFull(() => store.add([received([(index += 1)], { payload: { name: 'x'.repeat(30_000) } })]));
  // Also fills the last page of the table in which a deletion has to record its rows.
  const note = () => database.execute('INSERT INTO holder_changes (holder, row_count, bytes) VALUES (33, 0, 0)');
  await untilFull(note);
  const others = Array.from({ length: 20 }, () => note().catch(() => 'unavailable'));
  await retentionOf(database, clock, { databaseMaxBytes: fileBytes / 1.1 }).shed();
  await Promise.all(others);
  await expect(store.add([received([(index += 1)])])).resolves.toMatchObject({ accepted: 1 });
});

test('a failed retention sweep is reported, and the next sweep still runs', async () => {
  const clock = createFakeClock();
  const database = await openDatabase({ url: ':memory:' }, clock);
  onTestFinished(() => database.close());
  const problems: unknown[] = [];
  const full = new Error('full');
  vi.spyOn(database, 'batch').mockRejectedValue(full);
  onTestFinished(startRetention(retentionOf(database, clock), clock, (error) => problems.push(error)));
  await clock.advance(2 * 60_000);
  expect(problems).toContain(full);
  const { length } = problems;
  await clock.advance(2 * 60_000);
  expect(problems.length).toBeGreaterThan(length);
});
