import { expect, test } from 'vitest';
import { createBusyThread } from '../../../../support/busy-thread.ts';
import { measureOtherWork } from '../../../../../src/page/interface/profiler/idle-loop.ts';
import { measureOwnCost, PAIRS, WINDOW_MS } from '../../../../../src/page/interface/profiler/own-cost-measurement.ts';
import { isSignKnown, medianInterval, middleOf } from '../../../../../src/page/interface/profiler/median-interval.ts';
import { isClear, pairedInterval } from '../../../../../src/page/interface/profiler/paired-interval.ts';

const running = new AbortController().signal;

test('the loop adds up what else its thread does', async () => {
  const { loop, work } = createBusyThread();
  expect((await measureOtherWork(loop, 1_000, running)).msPerSecond).toBeLessThan(1);
  work('player', 100, 3);
  expect((await measureOtherWork(loop, 1_000, running)).msPerSecond).toBeCloseTo(30, -1);
});

test('time that other processes took is no work of the thread, and has a share', async () => {
  const { loop, work, take } = createBusyThread();
  take(15, 5);
  const idle = await measureOtherWork(loop, 2_000, running);
  // Only what falls between two turns: they are 5 % of the time here, and less on a thread.
  expect(idle.msPerSecond).toBeLessThan(30);
  expect(idle.takenShare).toBeCloseTo(0.25, 1);
  work('player', 100, 30);
  const playing = await measureOtherWork(loop, 10_000, running);
  expect(playing.msPerSecond).toBeGreaterThan(270);
  expect(playing.msPerSecond).toBeLessThan(340);
  expect(playing.takenShare).toBeCloseTo(0.25, 1);
});

test('the cost of the panel is the work that is missing while it is held, whatever else runs', async () => {
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

test('an interval of a median is between two of the values, and a failed measurement does not make it wide', () => {
  expect(medianInterval([1, 2, 3, 4, 5]).low).toBe(Number.NEGATIVE_INFINITY);
  expect(medianInterval([3, 1, 2, 6, 5, 4])).toEqual({ median: 3.5, low: 1, high: 6 });
  const nine = medianInterval([20, 24, 22, 21, 23, 25, 19, 26, -900]);
  expect(nine).toEqual({ median: 22, low: 19, high: 25 });
  expect(isSignKnown(nine)).toBe(true);
  expect(isSignKnown(medianInterval([-1, 1, 2, 3, 4, 5, 6, -2]))).toBe(false);
  expect([middleOf([]), middleOf([7]), middleOf([9, 1])]).toEqual([0, 7, 5]);
});
