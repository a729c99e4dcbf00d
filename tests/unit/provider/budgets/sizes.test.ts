import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBudgets } from '../../../../src/provider/budgets/create-budgets.ts';
import { BUDGET_NAMES, BUDGETS } from '../../../../src/provider/budgets/budgets.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { FloodedStore, newSession } from '../support/flooded-store.ts';
import { openDatabase } from '../support/open-database.ts';

test('the shares of all budgets leave 8 % uncounted, each maximum is above its share and below the whole, and numbers are unique', () => {
  expect(BUDGET_NAMES.reduce((sum, name) => sum + BUDGETS[name].share, 0)).toBeLessThanOrEqual(0.92);
  for (const name of BUDGET_NAMES) expect(BUDGETS[name].most).toBeGreaterThan(BUDGETS[name].share);
  for (const name of BUDGET_NAMES) expect(BUDGETS[name].most).toBeLessThan(1);
  const numbers = BUDGET_NAMES.map((name) => BUDGETS[name].number);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test('the counted bytes match the growth of the file to within about a third', async () => {
  const url = `file:${join(await temporaryFolder(), 'provider.db')}`;
  const empty = await openDatabase({ url }, createFakeClock());
  const before = (await createBudgets(empty, createFakeClock(), 1e12).report()).usedBytes;
  await empty.close();
  const store = await FloodedStore.open(url, 1e12);
  onTestFinished(() => store.close());
  for (let page = 0; page < 120; page += 1) {
    const session = newSession();
    const events = Array.from({ length: 20 }, (_, index) => ({
      session,
      index,
      name: 'playerStateChanged',
      payload: { from: 3, to: 1, mediaTimeSeconds: 12.5, videoId: 'orieldemo01' },
    }));
    expect(await store.post({ network: 100 + page, address: 10_000 + page }, events)).toBe('kept');
  }
  const { usedBytes, budgets } = await store.budgets.report();
  const counted = budgets.reduce((sum, { bytes }) => sum + bytes, 0);
  expect(counted / (usedBytes - before)).toBeGreaterThan(0.75);
  expect(counted / (usedBytes - before)).toBeLessThan(1.35);
});
