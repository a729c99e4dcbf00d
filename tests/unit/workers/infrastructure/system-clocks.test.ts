import { expect, onTestFinished, test, vi } from 'vitest';
import { systemClock as pageClock } from '../../../../src/page/infrastructure/system-clock.ts';
import { systemClock as providerClock } from '../../../../src/provider/system.ts';
import { systemClock as workerClock } from '../../../../workers/system-clock.ts';

const TIMER_MAX_MS = 2 ** 31 - 1;

test.each([
  ['of the page', pageClock],
  ['of workers', workerClock],
  ['of the provider', providerClock],
])('the clock %s rounds delays up to whole milliseconds, so that no timer fires early, and caps them', (_, clock) => {
  const setTimeout = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => setTimeout.mockRestore());
  for (const delayMs of [5, 4_999.2, TIMER_MAX_MS, TIMER_MAX_MS + 1, 8.64e15, Number.POSITIVE_INFINITY])
    clock.after(delayMs, () => {})();
  expect(setTimeout.mock.calls.map(([, delayMs]) => delayMs)).toEqual([
    5,
    5_000,
    ...Array.from({ length: 4 }, () => TIMER_MAX_MS),
  ]);
});
