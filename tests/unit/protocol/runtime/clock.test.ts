import { expect, test } from 'vitest';
import { delay, timerDelayMs } from '../../../../protocol/runtime/clock.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

test.each([
  [0, 0],
  [16.2, 17],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, 2_147_483_647],
  [Number.POSITIVE_INFINITY, 2_147_483_647],
])('a delay of %d ms becomes a timer of %i ms: rounded up, and limited to the range of timers', (wantedMs, delayMs) => {
  expect(timerDelayMs(wantedMs)).toBe(delayMs);
});

test('a delay ends after its time, and then removes the listener from its signal', async () => {
  const clock = createFakeClock();
  const listeners = new Set<() => void>();
  let hasEnded = false;
  void delay(clock, 100, {
    aborted: false,
    addEventListener: (_type, listener) => void listeners.add(listener),
    removeEventListener: (_type, listener) => void listeners.delete(listener),
  }).then(() => (hasEnded = true));
  await clock.advance(99);
  expect([hasEnded, listeners.size]).toEqual([false, 1]);
  await clock.advance(1);
  expect([hasEnded, listeners.size]).toEqual([true, 0]);
});

test('an abort ends a delay early and leaves no timer', async () => {
  const clock = createFakeClock();
  const stop = new AbortController();
  const waiting = delay(clock, 100, stop.signal);
  stop.abort();
  await waiting;
  await delay(clock, 100, stop.signal);
  expect(clock.pendingCount()).toBe(0);
});

test('a delay needs no signal', async () => {
  const clock = createFakeClock();
  const waiting = delay(clock, 100);
  await clock.advance(100);
  await waiting;
});
