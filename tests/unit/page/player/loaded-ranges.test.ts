import { expect, test } from 'vitest';
import { loadedUntil, sameRanges } from '../../../../src/page/player/loaded-ranges.ts';

test('lists of ranges are equal if both ends of all ranges are equal', () => {
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

test('a position up to 0.1 s before a range counts as loaded until the end of the range', () => {
  expect([3.9, 3.8, 4, 8, 8.01].map((seconds) => loadedUntil([[4, 8]], seconds))).toEqual([8, 3.8, 8, 8, 8.01]);
});
