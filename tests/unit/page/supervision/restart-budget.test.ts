import { expect, test } from 'vitest';
import {
  WORKER_RESTARTS_MAX,
  WORKER_RESTART_WINDOW_MS,
  allowsRestart,
  countDeath,
} from '../../../../src/page/supervision/restart-budget.ts';

function deathsAt(...timesMs: readonly number[]): readonly number[] {
  return timesMs.reduce<readonly number[]>((deathsMs, nowMs) => countDeath(deathsMs, nowMs), []);
}

test('a worker is restarted after three deaths within the window, and not after the fourth', () => {
  expect(WORKER_RESTARTS_MAX).toBe(3);
  expect(allowsRestart(deathsAt(1_000, 2_000, 3_000))).toBe(true);
  expect(allowsRestart(deathsAt(1_000, 2_000, 3_000, 4_000))).toBe(false);
});

test('a death counts until its window is over', () => {
  const earlier = deathsAt(1_000, 2_000, 3_000);
  expect(allowsRestart(countDeath(earlier, 1_000 + WORKER_RESTART_WINDOW_MS - 1))).toBe(false);
  expect(allowsRestart(countDeath(earlier, 1_000 + WORKER_RESTART_WINDOW_MS))).toBe(true);
});

test('a worker that dies once in every window is always restarted, and old deaths are not kept', () => {
  let deathsMs: readonly number[] = [];
  for (let day = 1; day <= 100; day += 1) {
    deathsMs = countDeath(deathsMs, day * WORKER_RESTART_WINDOW_MS);
    expect(allowsRestart(deathsMs)).toBe(true);
  }
  expect(deathsMs).toHaveLength(1);
});
