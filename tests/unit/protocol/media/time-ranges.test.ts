import { expect, test } from 'vitest';
import { rangesOf, secondsAhead, type TimeRangesLike } from '../../../../protocol/runtime/media/time-ranges.ts';

const buffered: TimeRangesLike = {
  length: 2,
  start: (index) => [10, 30][index] ?? 0,
  end: (index) => [20, 45][index] ?? 0,
};

test('buffered ranges are read as pairs of start and end', () => {
  expect(rangesOf(buffered)).toEqual([
    [10, 20],
    [30, 45],
  ]);
});

test.each([
  [9.9, 0],
  [10, 10],
  [12, 8],
  [20, 0],
  [25, 0],
  [30, 15],
  [45, 0],
  [46, 0],
])('at %d s, %d s are buffered ahead without a hole', (seconds, ahead) => {
  expect(secondsAhead({ buffered, currentTime: seconds })).toBe(ahead);
  expect(secondsAhead({ buffered, currentTime: 0 }, seconds)).toBe(ahead);
});
