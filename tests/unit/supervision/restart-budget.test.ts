import { expect, test } from 'vitest';
import { LIFECYCLE } from '../../../protocol/constants.ts';
import { allowsRestart, countDeath } from '../../../src/page/supervision/restart-budget.ts';

const { workerRestartsMax, workerRestartWindowMs } = LIFECYCLE;

function deathsAt(...timesMs: readonly number[]): readonly number[] {
  return timesMs.reduce<readonly number[]>((deathsMs, nowMs) => countDeath(deathsMs, nowMs), []);
}

test('three deaths are restarted, the fourth in a row is not', () => {
  expect(workerRestartsMax).toBe(3);
  expect(allowsRestart(deathsAt(1_000, 2_000, 3_000))).toBe(true);
  expect(allowsRestart(deathsAt(1_000, 2_000, 3_000, 4_000))).toBe(false);
});

test('a death counts until the window after it is over', () => {
  const earlier = deathsAt(1_000, 2_000, 3_000);
  expect(allowsRestart(countDeath(earlier, 1_000 + workerRestartWindowMs - 1))).toBe(false);
  expect(allowsRestart(countDeath(earlier, 1_000 + workerRestartWindowMs))).toBe(true);
});

test('a worker that dies once in every window is restarted for ever, and its deaths take no memory', () => {
  let deathsMs: readonly number[] = [];
  for (let day = 1; day <= 100; day += 1) {
    deathsMs = countDeath(deathsMs, day * workerRestartWindowMs);
    expect(allowsRestart(deathsMs)).toBe(true);
  }
  expect(deathsMs).toHaveLength(1);
});
