import { expect, onTestFinished, test, vi } from 'vitest';
import { TIMER_MAX_MS } from '../../../../protocol/runtime/clock.ts';
import { systemClock as pageClock } from '../../../../src/page/infrastructure/system-clock.ts';
import { systemClock as workerClock } from '../../../../workers/system-clock.ts';

test.each([
  ['of the page', pageClock],
  ['of workers', workerClock],
])('a delay that no timer can hold does not become none: the clock %s stops at the longest', (_, clock) => {
  const setTimeout = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => setTimeout.mockRestore());
  for (const delayMs of [5, TIMER_MAX_MS, TIMER_MAX_MS + 1, 8.64e15, Number.POSITIVE_INFINITY])
    clock.after(delayMs, () => {})();
  expect(setTimeout.mock.calls.map(([, delayMs]) => delayMs)).toEqual([
    5,
    ...Array.from({ length: 4 }, () => TIMER_MAX_MS),
  ]);
});
