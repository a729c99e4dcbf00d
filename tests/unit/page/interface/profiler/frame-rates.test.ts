import { expect, test } from 'vitest';
import {
  frameRates,
  RATE_SECONDS,
  sparkline,
  withSample,
  type FrameSample,
} from '../../../../../src/page/interface/profiler/frame-rates.ts';

const sample = (atMs: number, totalFrames: number | null, droppedFrames = 0): FrameSample => ({
  atMs,
  counts: totalFrames === null ? null : { totalFrames, droppedFrames },
});
const sampled = (...samples: readonly FrameSample[]) => samples.reduce<readonly FrameSample[]>(withSample, []);

test('the frame rate of a second has its shown and dropped frames, and is null without a count', () => {
  const rates = frameRates(sampled(sample(10_000, 100), sample(11_000, 125), sample(12_000, 145, 5)));
  expect(rates).toHaveLength(RATE_SECONDS);
  expect(rates.slice(-3)).toEqual([null, { shown: 25, dropped: 0 }, { shown: 15, dropped: 5 }]);
  expect(frameRates([])).toEqual(Array(RATE_SECONDS).fill(null));
});

test('frame rates are null, not negative, where the video changes or has no count', () => {
  const rates = frameRates(sampled(sample(1_000, 500), sample(2_000, 10), sample(3_000, null), sample(4_000, 20)));
  expect(rates.slice(-3)).toEqual([null, null, null]);
});

test('frame samples are kept for a minute, at least half a second apart', () => {
  const samples = Array.from({ length: 800 }, (_, index) => sample(index * 250, index));
  const kept = sampled(...samples);
  expect(kept.length).toBeLessThanOrEqual(((RATE_SECONDS + 1) * 1_000) / 500 + 1);
  expect(frameRates(kept).every((rate) => rate?.shown === 4)).toBe(true);
});

test('a sparkline is interrupted where its value is unknown', () => {
  expect(sparkline([0, 10, null, 5, 20], 40, 10, 10)).toEqual(['0.0,10.0 10.0,0.0', '30.0,5.0 40.0,0.0']);
});
