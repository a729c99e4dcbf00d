import { createClient } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { createBudgets } from '../../../../src/provider/budgets/create-budgets.ts';
import type { Database } from '../../../../src/provider/database/database.ts';
import { GroupCommit } from '../../../../src/provider/database/group-commit.ts';
import { migrate } from '../../../../src/provider/database/migrate.ts';
import { MIGRATIONS } from '../../../../src/provider/database/migrations.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { eventStoreOf } from '../support/budgets.ts';
import { received } from '../support/store-contract.ts';
import { countOf } from '../support/tables.ts';

const OLD_EVENTS = 4_000;

/** A database migrated from the version whose rows had no sender yet, with rows of viewers and many events. */
async function oldDatabase(): Promise<Database> {
  const database = new GroupCommit(createClient({ url: ':memory:' }), createFakeClock());
  onTestFinished(() => database.close());
  await migrate(
    database,
    MIGRATIONS.filter(({ version }) => version <= 10),
    1,
  );
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${OLD_EVENTS - 1}) SELECT i FROM n`;
  await database.batch(
    [
      `INSERT INTO events SELECT i, 'old ' || i, 1, 'log_event', 's', 0, 'n', 100, 'q', 0, 0, 0, '${'x'.repeat(400)}', 1
        FROM (${numbers})`,
      `INSERT INTO feedback (viewer, video_id, kind, received_at_ms) VALUES ('visitor:a', 'v', 'like', 5)`,
      `INSERT INTO subscriptions VALUES ('visitor:a', 'c', 1, 7), ('visitor:b', 'c', 1, 3)`,
    ],
    'write',
  );
  await migrate(database, MIGRATIONS, 2);
  return database;
}

test('after a migration, the rows of an older version count against the budgets, and their viewers are listed', async () => {
  const database = await oldDatabase();
  const { budgets } = await createBudgets(database, createFakeClock(), 10_000_000).report();
  const [log, , viewers] = budgets;
  expect(log).toMatchObject({ name: 'log', rows: OLD_EVENTS });
  expect(log?.bytes).toBeGreaterThan(OLD_EVENTS * 400);
  expect(viewers).toMatchObject({ name: 'viewers', rows: 5 });
  expect((await database.execute('SELECT * FROM viewers ORDER BY viewer')).rows).toMatchObject([
    { viewer: 'visitor:a', first_seen_ms: 0, last_seen_ms: 7 },
    { viewer: 'visitor:b', first_seen_ms: 0, last_seen_ms: 3 },
  ]);
});

test('shedding past the budget deletes the oldest rows of an older version and keeps the rows of new senders', async () => {
  const database = await oldDatabase();
  const clock = createFakeClock();
  const budgets = createBudgets(database, clock, 2_000_000);
  const store = eventStoreOf({ state: database, events: database }, clock, budgets.admission);
  await store.add([{ ...received([1, 2, 3]), sender: { network: 100, address: 200 } }]);
  await budgets.shed();
  const [log] = (await budgets.report()).budgets;
  expect(log?.bytes).toBeLessThanOrEqual(log?.allowedBytes ?? 0);
  expect(await countOf(database, `events WHERE client_event_id NOT LIKE 'old%'`)).toBe(3);
  const kept = await countOf(database, 'events');
  expect(kept).toBeGreaterThan(1_000);
  expect(await countOf(database, `events WHERE id < ${OLD_EVENTS - kept}`)).toBe(0);
});
