import { expect, test } from 'vitest';
import { loadPlots } from '../../../src/audience/live-page/load-plots.ts';

const [{ options }] = loadPlots([
  {
    ...{ atMs: 0, lengthMs: 10_000, requests: 1, errors: 0, refused: 0, shedRows: 0, events: 0 },
    ...{ p50Ms: 1, p99Ms: 2, newcomerMs: 3 },
  },
]) as [ReturnType<typeof loadPlots>[number]];

test.each([
  [5_000, 6],
  [60_000, 6],
  [3_600_000, 6],
])('the tick labels of a plot differ when the ticks are %i ms apart', (stepMs, count) => {
  const labels = Array.from({ length: count }, (_, index) => options.formatTick(index * stepMs, stepMs));
  expect(new Set(labels).size).toBe(count);
});
