import { expect, test } from 'vitest';
import { createBusyThread } from '../../../../support/busy-thread.ts';
import { measureOtherWork } from '../../../../../src/page/interface/profiler/idle-loop.ts';
import { measureOwnCost, PAIRS, WINDOW_MS } from '../../../../../src/page/interface/profiler/own-cost-measurement.ts';
import { isClear, pairedInterval } from '../../../../../src/page/interface/profiler/paired-interval.ts';

const running = new AbortController().signal;

test('the loop adds up what else its thread does', async () => {
  const { loop, work } = createBusyThread();
  expect(await measureOtherWork(loop, 1_000, running)).toBeLessThan(1);
  work('player', 100, 3);
  expect(await measureOtherWork(loop, 1_000, running)).toBeCloseTo(30, -1);
});

test('the cost of the panel is what is missing while it is held, whatever else runs', async () => {
  const { loop, after, work, stop } = createBusyThread();
  work('player', 40, 1);
  work('panel', 500, 4);
  const held: boolean[] = [];
  const hold = (isHeld: boolean): void => {
    held.push(isHeld);
    if (isHeld) stop('panel');
    else work('panel', 500, 4);
  };
  const { cost, seenShare } = await measureOwnCost({ loop, after, hold, signal: running });
  expect(cost.mean).toBeGreaterThan(5);
  expect(cost.mean).toBeLessThan(9);
  expect(isClear(cost)).toBe(true);
  expect(seenShare).toBeGreaterThan(0.9);
  expect(seenShare).toBeLessThan(1.1);
  expect(held.filter((isHeld) => isHeld)).toHaveLength(PAIRS + 1);
  expect(held.at(-1)).toBe(false);
  expect(WINDOW_MS % 1_000).toBe(0);
});

test('a measurement that is ended releases the panel', async () => {
  const { loop, after } = createBusyThread();
  const held: boolean[] = [];
  await measureOwnCost({ loop, after, hold: (isHeld) => held.push(isHeld), signal: AbortSignal.abort() });
  expect(held).toEqual([true, false]);
});

test('the interval of paired differences is that of Student’s t, and one pair has none', () => {
  expect(pairedInterval([7]).margin).toBe(Number.POSITIVE_INFINITY);
  const { mean, margin } = pairedInterval([2, 4, 6, 8]);
  expect(mean).toBe(5);
  // 3.18 · s / √4 with s = 2.58.
  expect(margin).toBeCloseTo(4.1, 1);
  expect([isClear({ mean, margin }), isClear({ mean: -3, margin: 3.1 })]).toEqual([true, false]);
});
