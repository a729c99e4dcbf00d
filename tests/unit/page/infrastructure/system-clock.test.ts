import { expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/page/infrastructure/system-clock.ts';

test('the wall clock is Date.now, and the monotonic clock has the time origin of the page added, as on all threads', () => {
  const before = [Date.now(), performance.timeOrigin + performance.now()] as const;
  const seen = [systemClock.now(), systemClock.monotonicNow()] as const;
  const after = [Date.now(), performance.timeOrigin + performance.now()] as const;
  for (const index of [0, 1] as const) {
    expect(seen[index]).toBeGreaterThanOrEqual(before[index]);
    expect(seen[index]).toBeLessThanOrEqual(after[index]);
  }
});

test('a task runs once, and a cancelled task does not run', async () => {
  const ran: string[] = [];
  const cancel = systemClock.after(0, () => ran.push('cancelled'));
  cancel();
  await new Promise<void>((resolve) =>
    systemClock.after(0, () => {
      ran.push('ran');
      resolve();
    }),
  );
  expect(ran).toEqual(['ran']);
});

test('random bytes have the requested number, and fractions are at least 0 and below 1', () => {
  const bytes = systemRandom.bytes(64);
  expect(bytes).toHaveLength(64);
  expect(new Set(bytes).size).toBeGreaterThan(8);
  const fraction = systemRandom.fraction();
  expect(fraction >= 0 && fraction < 1).toBe(true);
});
