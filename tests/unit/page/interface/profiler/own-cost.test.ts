import { expect, test } from 'vitest';
import { createBusyThread } from '../../../../support/busy-thread.ts';
import { measureOtherWork } from '../../../../../src/page/interface/profiler/idle-loop.ts';
import { measureOwnCost, PAIRS, WINDOW_MS } from '../../../../../src/page/interface/profiler/own-cost-measurement.ts';
import { isSignKnown, medianInterval, middleOf } from '../../../../../src/page/interface/profiler/median-interval.ts';
import { isClear, pairedInterval } from '../../../../../src/page/interface/profiler/paired-interval.ts';

const running = new AbortController().signal;

test('the idle loop measures the other work of its thread', async () => {
  const { loop, work } = createBusyThread();
  expect((await measureOtherWork(loop, 1_000, running)).msPerSecond).toBeLessThan(1);
  work('player', 100, 3);
  expect((await measureOtherWork(loop, 1_000, running)).msPerSecond).toBeCloseTo(30, -1);
});

test('time taken by other processes is reported as a share, and not counted as work of the thread', async () => {
  const { loop, work, take } = createBusyThread();
  take(15, 5);
  const idle = await measureOtherWork(loop, 2_000, running);
  // Interruptions between two turns of the loop count as work: 5 % of the time in this test, and less on a real thread.
  expect(idle.msPerSecond).toBeLessThan(30);
  expect(idle.takenShare).toBeCloseTo(0.25, 1);
  work('player', 100, 30);
  const playing = await measureOtherWork(loop, 10_000, running);
  expect(playing.msPerSecond).toBeGreaterThan(270);
  expect(playing.msPerSecond).toBeLessThan(340);
  expect(playing.takenShare).toBeCloseTo(0.25, 1);
});

test('the cost of the panel is the work that is missing while the panel is held, whatever other work runs', async () => {
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

test('an aborted measurement releases the panel', async () => {
  const { loop, after } = createBusyThread();
  const held: boolean[] = [];
  await measureOwnCost({ loop, after, hold: (isHeld) => held.push(isHeld), signal: AbortSignal.abort() });
  expect(held).toEqual([true, false]);
});

test('the margin of paired differences is computed from Student’s t, and is infinite for one pair', () => {
  expect(pairedInterval([7]).margin).toBe(Number.POSITIVE_INFINITY);
  const { mean, margin } = pairedInterval([2, 4, 6, 8]);
  expect(mean).toBe(5);
  // The margin is 3.18 · s / √4 with s = 2.58.
  expect(margin).toBeCloseTo(4.1, 1);
  expect([isClear({ mean, margin }), isClear({ mean: -3, margin: 3.1 })]).toEqual([true, false]);
});

test('the interval of a median lies between two of the values, and one outlier does not widen it', () => {
  expect(medianInterval([1, 2, 3, 4, 5]).low).toBe(Number.NEGATIVE_INFINITY);
  expect(medianInterval([3, 1, 2, 6, 5, 4])).toEqual({ median: 3.5, low: 1, high: 6 });
  const nine = medianInterval([20, 24, 22, 21, 23, 25, 19, 26, -900]);
  expect(nine).toEqual({ median: 22, low: 19, high: 25 });
  expect(isSignKnown(nine)).toBe(true);
  expect(isSignKnown(medianInterval([-1, 1, 2, 3, 4, 5, 6, -2]))).toBe(false);
  expect([middleOf([]), middleOf([7]), middleOf([9, 1])]).toEqual([0, 7, 5]);
});
