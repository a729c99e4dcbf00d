import { expect, onTestFinished, test } from 'vitest';
import { TABLES } from '../../../../src/provider/budgets/tables.ts';
import { ViewerStore } from '../../../../src/provider/stores/viewer-store.ts';
import { DAY_MS, DEFAULT_LIMITS } from '../../../../src/provider/settings/limits.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { authorOf, retentionOf } from './budgets.ts';
import { openDatabase } from './open-database.ts';
import { addRow, countOf, tablesOf } from './tables.ts';

const HOUR_MS = 3_600_000;

/** Contract of retention on any database; `newUrl` returns the address of an empty database. */
export function describeRetention(newUrl: () => string | Promise<string>): void {
  async function open() {
    const clock = createFakeClock();
    const state = await openDatabase({ url: await newUrl() }, clock);
    onTestFinished(() => state.close());
    return { clock, state };
  }

  test('every table of the database has a retention rule', async () => {
    const { state } = await open();
    expect(Object.keys(TABLES).sort()).toEqual(await tablesOf(state));
  });

  test('a retention sweep deletes rows past their time, and no other rows', async () => {
    const { clock, state } = await open();
    await clock.advance(5_000 * DAY_MS);
    for (const [table, { ages = [] }] of Object.entries(TABLES))
      for (const rule of ages) {
        if (!('column' in rule)) continue;
        const keptMs = rule.days === 0 ? 0 : DEFAULT_LIMITS[rule.days] * DAY_MS;
        await addRow(state, table, 1, { [rule.column]: clock.now() - keptMs - 1 });
        await addRow(state, table, 2, { [rule.column]: clock.now() - keptMs });
        await retentionOf(state, clock).sweep();
        expect([table, await countOf(state, table)]).toEqual([table, 1]);
      }
  });

  test('the actions of visitors who did not return are deleted after two weeks, those of returning viewers after a year', async () => {
    const { clock, state } = await open();
    const viewers = new ViewerStore(state, clock);
    const retention = retentionOf(state, clock);
    const subscribe = (viewer: string): Promise<void> => viewers.setSubscribed(authorOf(viewer), ['c'], true, 10);
    const remaining = async (): Promise<unknown[]> =>
      (await state.execute('SELECT viewer FROM subscriptions ORDER BY viewer')).rows.map(({ viewer }) => viewer);
    for (const viewer of ['visitor:once', 'visitor:back', 'visitor:watcher', 'user:once']) await subscribe(viewer);
    await clock.advance(23 * HOUR_MS);
    await viewers.setPreference(authorOf('visitor:once'), 'c', 'none', 10);
    await clock.advance(2 * HOUR_MS);
    await subscribe('visitor:back');
    // A visitor who only watches has returned, too; the visit is stored after the response.
    await viewers.stateOf('visitor:watcher', 'v', 'c');
    await expect
      .poll(() => countOf(state, `viewers WHERE viewer = 'visitor:watcher' AND last_seen_ms > first_seen_ms`))
      .toBe(1);
    await clock.advance(12 * DAY_MS);
    await retention.sweep();
    expect(await remaining()).toHaveLength(4);
    await clock.advance(3 * DAY_MS);
    await retention.sweep();
    expect(await remaining()).toEqual(['user:once', 'visitor:back', 'visitor:watcher']);
    expect(await countOf(state, `channel_preferences`)).toBe(0);
    await clock.advance(390 * DAY_MS);
    await retention.sweep();
    expect([await remaining(), await countOf(state, 'viewers')]).toEqual([[], 0]);
  });

  test('a table with more rows than one chunk is swept completely', async () => {
    const { clock, state } = await open();
    await clock.advance(100 * DAY_MS);
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT i FROM n`;
    await state.execute(
      `INSERT INTO bot_answers (answer, expires_at_ms) SELECT 'answer ' || i, 0 FROM (${numbers}) AS numbers`,
    );
    await retentionOf(state, clock).sweep();
    expect(await countOf(state, 'bot_answers')).toBe(0);
  });
}
