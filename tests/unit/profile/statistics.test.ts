import { expect, test } from 'vitest';
import { boundaryOf } from '../../profile/analysis/boundary.ts';
import { compareMeasures } from '../../profile/analysis/compare.ts';
import { MEASURES, type MeasureKey, type RunSummary } from '../../profile/analysis/summarize-run.ts';
import { whyEnough } from '../../profile/statistics/enough-rounds.ts';
import { unpairedInterval, verdictOf } from '../../profile/statistics/interval.ts';
import { studentPoint } from '../../profile/statistics/student.ts';

test('the points of Student’s distribution approach those of the normal distribution', () => {
  expect(studentPoint(1)).toBe(12.706);
  expect(studentPoint(4.9)).toBe(2.776);
  expect(studentPoint(60)).toBeCloseTo(2, 2);
  expect(studentPoint(10_000)).toBeCloseTo(1.96, 2);
  expect(studentPoint(0)).toBe(Number.POSITIVE_INFINITY);
});

test.for([
  [-3, -1, 'better'],
  [1, 3, 'worse'],
  [-1, 3, 'cannot tell'],
  [0, 3, 'cannot tell'],
] as const)('the verdict on a difference between %d and %d is "%s"', ([low, high, verdict]) => {
  expect(verdictOf({ mean: (low + high) / 2, low, high })).toBe(verdict);
});

test('two reports are compared by the difference of their means, with an interval from their variances', () => {
  const { mean, low, high } = unpairedInterval([10, 11, 9, 10], [20, 21, 19, 20]);
  expect(mean).toBe(10);
  expect(low).toBeGreaterThan(8);
  expect(high).toBeLessThan(12);
  expect(verdictOf(unpairedInterval([10], [20]))).toBe('cannot tell');
});

const LIMITS = { minimum: 4, maximum: 6, precision: 0.05 };

test('rounds are enough once the interval of their differences is narrow, whatever its mean', () => {
  const references = [100, 100, 100, 100];
  expect(whyEnough({ differences: [0, 1, -1, 0], references }, LIMITS)).toContain('±5 %');
  expect(whyEnough({ differences: [-60, -59, -61, -60], references }, LIMITS)).toContain('±5 %');
  expect(whyEnough({ differences: [-60, -20, -90, -40], references }, LIMITS)).toBeNull();
  expect(whyEnough({ differences: [0, 0, 0], references }, LIMITS)).toBeNull();
});

function run(mainCpuMs: number, main: Record<string, number> = {}, firstFrameMs: number | null = 5): RunSummary {
  const zeros = Object.fromEntries(Object.keys(MEASURES).map((key) => [key, 0])) as Record<MeasureKey, number>;
  return { measures: { ...zeros, mainCpuMs, firstFrameMs }, steps: {}, main, worker: {} };
}

test('measures of two variants are compared round by round', () => {
  const rounds = [10, 20, 30].map((ms) => ({ workers: run(ms), inline: run(ms + 5) }));
  const [main] = compareMeasures(rounds, 1);

  expect(main).toMatchObject({ key: 'mainCpuMs', values: { workers: [10, 20, 30], inline: [15, 25, 35] } });
  expect(main?.delta).toEqual({ mean: -5, low: -5, high: -5 });
  expect(main?.verdict).toBe('better');
});

const call = (name: string, flow: string, startUs: number, durationUs: number, bytes = 0) => ({
  name,
  startUs,
  durationUs,
  track: 't',
  properties: { call: flow, ...(bytes === 0 ? {} : { 'bytes (arguments)': String(bytes) }) },
});

test('calls are matched across both threads by their flow, and the most frequent method is listed first', () => {
  const rows = boundaryOf([
    {
      thread: { title: 'main' },
      measures: [
        call('infrastructure.flush', 'a', 100, 900, 20),
        call('infrastructure.call', 'b', 200, 400, 5),
        call('infrastructure.call', 'c', 5_000, 400, 7),
        call('infrastructure.writeTracks', 'd', 6_000, 1),
        call('journal', 'e', 7_000, 1),
      ],
    },
    {
      thread: { title: 'worker' },
      measures: [call('infrastructure.flush', 'a', 600, 300), call('infrastructure.call', 'b', 1_200, 100)],
    },
  ]);

  expect(rows).toEqual([
    {
      method: 'infrastructure.call',
      from: 'main',
      to: 'worker',
      count: 2,
      bytes: 12,
      waitP50Ms: 1,
      waitP95Ms: 1,
      runP95Ms: 0.1,
    },
    {
      method: 'infrastructure.flush',
      from: 'main',
      to: 'worker',
      count: 1,
      bytes: 20,
      waitP50Ms: 0.5,
      waitP95Ms: 0.5,
      runP95Ms: 0.3,
    },
  ]);
});
