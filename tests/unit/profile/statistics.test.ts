import { expect, test } from 'vitest';
import { boundaryOf } from '../../profile/analysis/boundary.ts';
import { compareGroups, compareMeasures } from '../../profile/analysis/compare.ts';
import { MEASURES, type MeasureKey, type RunSummary } from '../../profile/analysis/summarize-run.ts';
import { expectedRounds, whyEnough } from '../../profile/statistics/enough-rounds.ts';
import { pairedInterval, unpairedInterval, verdictOf } from '../../profile/statistics/interval.ts';
import { quantile, studentPoint } from '../../profile/statistics/student.ts';

test('the points of Student’s distribution go over into the normal ones', () => {
  expect(studentPoint(1)).toBe(12.706);
  expect(studentPoint(4.9)).toBe(2.776);
  expect(studentPoint(60)).toBeCloseTo(2, 2);
  expect(studentPoint(10_000)).toBeCloseTo(1.96, 2);
  expect(studentPoint(0)).toBe(Number.POSITIVE_INFINITY);
});

test('an interval of pairs is that of their differences', () => {
  const { mean, low, high } = pairedInterval([-10, -12, -8, -10]);
  expect(mean).toBe(-10);
  expect(low).toBeCloseTo(-10 - (3.182 * Math.sqrt(8 / 3)) / 2, 3);
  expect(high).toBeCloseTo(-10 + (3.182 * Math.sqrt(8 / 3)) / 2, 3);
});

test('one pair has a difference and no interval, and says nothing', () => {
  const interval = pairedInterval([-10]);
  expect(interval).toEqual({ mean: -10, low: null, high: null });
  expect(verdictOf(interval)).toBe('cannot tell');
});

test.for([
  [-3, -1, 'better'],
  [1, 3, 'worse'],
  [-1, 3, 'cannot tell'],
  [0, 3, 'cannot tell'],
] as const)('a difference between %d and %d is %s', ([low, high, verdict]) => {
  expect(verdictOf({ mean: (low + high) / 2, low, high })).toBe(verdict);
});

test('two reports compare by the difference of their means, with the freedom that their spreads allow', () => {
  const { mean, low, high } = unpairedInterval([10, 11, 9, 10], [20, 21, 19, 20]);
  expect(mean).toBe(10);
  expect(low).toBeGreaterThan(8);
  expect(high).toBeLessThan(12);
  expect(verdictOf(unpairedInterval([10], [20]))).toBe('cannot tell');
});

test('equal values have an interval without width', () => {
  expect(unpairedInterval([5, 5], [5, 5])).toEqual({ mean: 0, low: 0, high: 0 });
});

const LIMITS = { minimum: 4, maximum: 6, precision: 0.05 };

test('rounds end when the interval is narrow, wherever it lies', () => {
  const references = [100, 100, 100, 100];
  expect(whyEnough({ differences: [0, 1, -1, 0], references }, LIMITS)).toContain('±5 %');
  expect(whyEnough({ differences: [-60, -59, -61, -60], references }, LIMITS)).toContain('±5 %');
  expect(whyEnough({ differences: [-60, -20, -90, -40], references }, LIMITS)).toBeNull();
  expect(whyEnough({ differences: [0, 0, 0], references }, LIMITS)).toBeNull();
});

test('rounds end at the most that were allowed, and say so', () => {
  const differences = [-60, -20, -90, -40, 10, -70];
  expect(whyEnough({ differences, references: differences.map(() => 100) }, LIMITS)).toContain('6 rounds');
});

test('the rounds to come are estimated from the spread so far', () => {
  const references = [100, 100, 100];
  expect(expectedRounds({ differences: [0, 1, -1], references }, LIMITS)).toBe(4);
  expect(expectedRounds({ differences: [0, 60, -60], references }, LIMITS)).toBe(6);
  expect(expectedRounds({ differences: [], references: [] }, LIMITS)).toBe(4);
});

test('a quantile lies between the values around it', () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([7], 0.95)).toBe(7);
});

function run(mainCpuMs: number, main: Record<string, number> = {}, firstFrameMs: number | null = 5): RunSummary {
  const zeros = Object.fromEntries(Object.keys(MEASURES).map((key) => [key, 0])) as Record<MeasureKey, number>;
  return { measures: { ...zeros, mainCpuMs, firstFrameMs }, steps: {}, main, worker: {} };
}

test('variants are compared round by round', () => {
  const rounds = [10, 20, 30].map((ms) => ({ workers: run(ms), inline: run(ms + 5) }));
  const [main] = compareMeasures(rounds, 1);

  expect(main).toMatchObject({ key: 'mainCpuMs', values: { workers: [10, 20, 30], inline: [15, 25, 35] } });
  expect(main?.delta).toEqual({ mean: -5, low: -5, high: -5 });
  expect(main?.verdict).toBe('better');
});

test('a round in which one run lacks a value leaves that measure out as a whole', () => {
  const rounds = [
    { workers: run(1, {}, null), inline: run(1, {}, 9) },
    { workers: run(1, {}, 4), inline: run(1, {}, 9) },
  ];
  const firstFrame = compareMeasures(rounds, 1).find(({ key }) => key === 'firstFrameMs');
  expect(firstFrame?.values).toEqual({ workers: [4], inline: [9] });
});

test('groups that only one variant has are compared with nothing, and the dearest come first', () => {
  const rounds = [1, 2].map(() => ({
    workers: run(1, { player: 1 }),
    inline: run(1, { player: 1, 'media engine': 8 }),
  }));
  const rows = compareGroups(rounds);

  expect(rows.map(({ group }) => group)).toEqual(['media engine', 'player']);
  expect(rows[0]?.main).toMatchObject({ values: { workers: [0, 0], inline: [8, 8] }, verdict: 'better' });
});

test('a page without a second variant has values and no verdict', () => {
  const [main] = compareMeasures([{ found: run(3) }, { found: run(4) }], 1);
  expect(main?.values).toEqual({ found: [3, 4] });
  expect(main?.verdict).toBeUndefined();
});

const call = (name: string, flow: string, startUs: number, durationUs: number, bytes = 0) => ({
  name,
  startUs,
  durationUs,
  track: 't',
  properties: { call: flow, ...(bytes === 0 ? {} : { 'bytes (arguments)': String(bytes) }) },
});

test('calls are joined over both threads by their number, the most frequent method first', () => {
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

test('the sum of main and workers is left out where a slow-down reached main alone', () => {
  const keys = (slowdown: number) => compareMeasures([{ found: run(3) }], slowdown).map(({ key }) => key);
  expect(keys(1)).toContain('totalCpuMs');
  expect(keys(6)).not.toContain('totalCpuMs');
});
