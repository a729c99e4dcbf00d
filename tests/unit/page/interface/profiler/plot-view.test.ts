import { expect, test } from 'vitest';
import { HISTORY_MS, LIVE_VIEW } from '../../../../../protocol/profiling/profiler-messages.ts';
import { around, panned, viewAfterKey, zoomed } from '../../../../../src/page/interface/profiler/plot-view.ts';

const BOUNDS = { earliestMs: 40_000, latestMs: 100_000 };
const PAST = { endMs: 80_000, lengthMs: 10_000 };

test('zooming keeps the time under the pointer in place, and a live view live', () => {
  expect(zoomed(PAST, 0.5, 0.25, BOUNDS)).toEqual({ endMs: 76_250, lengthMs: 5_000 });
  expect(zoomed(LIVE_VIEW, 0.5, 0.25, BOUNDS)).toEqual({ endMs: null, lengthMs: 5_000 });
  expect(zoomed(LIVE_VIEW, 100, 0.5, BOUNDS).lengthMs).toBe(HISTORY_MS);
  expect(zoomed(LIVE_VIEW, 0, 0.5, BOUNDS).lengthMs).toBe(2);
});

test('panning stays within the recorded time, and a view that reaches the latest time is live again', () => {
  expect(panned(LIVE_VIEW, -0.5, BOUNDS)).toEqual({ endMs: 95_000, lengthMs: 10_000 });
  expect(panned(PAST, -10, BOUNDS)).toEqual({ endMs: 50_000, lengthMs: 10_000 });
  expect(panned(PAST, 2, BOUNDS)).toEqual(LIVE_VIEW);
  expect(panned(LIVE_VIEW, -0.5, { earliestMs: 99_000, latestMs: 100_000 }).endMs).toBeNull();
});

test('the view around a span shows the length of the span on both sides', () => {
  expect(around(70_000, 100, BOUNDS)).toEqual({ endMs: 70_200, lengthMs: 300 });
});

test('the keys +, - and arrows zoom and pan the plot, 0 returns to the live view, and other keys are ignored', () => {
  expect(viewAfterKey('+', PAST, BOUNDS)?.lengthMs).toBeCloseTo(7_000);
  expect(viewAfterKey('-', PAST, BOUNDS)?.lengthMs).toBeCloseTo(14_285.7, 1);
  expect(viewAfterKey('ArrowLeft', PAST, BOUNDS)).toEqual({ endMs: 78_000, lengthMs: 10_000 });
  expect(viewAfterKey('ArrowRight', PAST, BOUNDS)).toEqual({ endMs: 82_000, lengthMs: 10_000 });
  expect(viewAfterKey('0', PAST, BOUNDS)).toEqual(LIVE_VIEW);
  expect(viewAfterKey('k', PAST, BOUNDS)).toBeNull();
});
