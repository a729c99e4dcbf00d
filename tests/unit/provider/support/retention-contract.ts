import { expect, onTestFinished, test } from 'vitest';
import { RETENTION } from '../../../../src/provider/database/retention-rules.ts';
import { Retention } from '../../../../src/provider/database/retention.ts';
import { DAY_MS, DEFAULT_LIMITS } from '../../../../src/provider/settings/limits.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { openDatabase } from './open-database.ts';
import { addRow, countOf, tablesOf } from './tables.ts';

/** What is kept and what goes, on any database. `newUrl` is the address of an empty one. */
export function describeRetention(newUrl: () => string | Promise<string>): void {
  async function open() {
    const clock = createFakeClock();
    const state = await openDatabase({ url: await newUrl() }, clock);
    onTestFinished(() => state.close());
    return { clock, state };
  }

  test('every table of the database has a rule', async () => {
    const { state } = await open();
    expect(Object.keys(RETENTION).sort()).toEqual(await tablesOf(state));
  });

  test('rows past their time are deleted, and no others', async () => {
    const { clock, state } = await open();
    await clock.advance(5_000 * DAY_MS);
    for (const [table, rules] of Object.entries(RETENTION))
      for (const rule of rules) {
        if (!('column' in rule) || !('days' in rule)) continue;
        const keptMs = rule.days === 0 ? 0 : DEFAULT_LIMITS[rule.days] * DAY_MS;
        await addRow(state, table, 1, { [rule.column]: clock.now() - keptMs - 1 });
        await addRow(state, table, 2, { [rule.column]: clock.now() - keptMs });
        await new Retention(state, clock, DEFAULT_LIMITS).sweep();
        expect([table, await countOf(state, table)]).toEqual([table, 1]);
      }
  });

  test('a table with more rows than one chunk is swept completely', async () => {
    const { clock, state } = await open();
    await clock.advance(100 * DAY_MS);
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500) SELECT i FROM n`;
    await state.execute(`INSERT INTO bot_answers SELECT 'answer ' || i, 0 FROM (${numbers}) AS numbers`);
    await new Retention(state, clock, DEFAULT_LIMITS).sweep();
    expect(await countOf(state, 'bot_answers')).toBe(0);
  });

  test('past its budget the database sheds the least important events first, then the oldest', async () => {
    const { clock, state } = await open();
    const numbers = `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 11999) SELECT i FROM n`;
    await state.execute(`INSERT INTO events SELECT i, 'event ' || i, 1, 'log_event', 's', 0, 'n',
      CASE WHEN i % 3 = 0 THEN 400 ELSE 100 END, 'q', 0, 0, 0, '${'x'.repeat(400)}', 1 FROM (${numbers}) AS numbers`);
    const retention = new Retention(state, clock, DEFAULT_LIMITS);
    /** PostgreSQL's statistics come a moment after the rows. */
    await expect.poll(() => retention.usedBytes()).toBeGreaterThan(12_000 * 400);
    const databaseMaxBytes = Math.round((await retention.usedBytes()) * 0.9);
    await new Retention(state, clock, { ...DEFAULT_LIMITS, databaseMaxBytes }).shed();
    await expect.poll(() => retention.usedBytes()).toBeLessThan(databaseMaxBytes);
    const { rows } = await state.execute(
      'SELECT tier, count(*) AS count, min(id) AS oldest FROM events GROUP BY tier ORDER BY tier',
    );
    expect(rows).toMatchObject([{ tier: 100 }, { tier: 400, count: 4_000, oldest: 0 }]);
    expect(Number(rows[0]?.['oldest'])).toBeGreaterThan(1_000);
    expect(Number(rows[0]?.['count'])).toBeGreaterThan(3_000);
  });
}
