import { expect, test } from 'vitest';
import { loadedFraction, loadedUntil, sameRanges } from '../../../../src/page/player/loaded-ranges.ts';

test('ranges are equal if both ends of each are', () => {
  expect(sameRanges([[0, 4]], [[0, 4]])).toBe(true);
  expect(sameRanges([], [])).toBe(true);
  expect(sameRanges([[0, 4]], [[0, 5]])).toBe(false);
  expect(sameRanges([[1, 4]], [[0, 4]])).toBe(false);
  expect(sameRanges([[0, 4]], [])).toBe(false);
  expect(
    sameRanges(
      [[0, 4]],
      [
        [0, 4],
        [6, 8],
      ],
    ),
  ).toBe(false);
});

test('a gap of less than 0.1 s before a range is ignored', () => {
  expect([3.9, 3.8, 4, 8, 8.01].map((seconds) => loadedUntil([[4, 8]], seconds))).toEqual([8, 3.8, 8, 8, 8.01]);
});

test('the loaded share is 1 within 0.05 s of the end, and 0 while the length is not known', () => {
  expect(loadedFraction([[0, 9.95]], 1, 10)).toBe(1);
  expect(loadedFraction([[0, 9.9]], 1, 10)).toBe(0.99);
  expect(loadedFraction([[0, 9.9]], 1, 0)).toBe(0);
});
