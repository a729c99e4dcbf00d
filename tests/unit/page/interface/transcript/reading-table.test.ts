import { expect, test } from 'vitest';
import {
  nextReading,
  scrollBy,
  type ReadingEvent,
  type ReadingState,
} from '../../../../../src/page/interface/transcript/reading-table.ts';

const after = (...events: readonly ReadingEvent[]): ReadingState => events.reduce(nextReading, 'following');

test.each<[expected: ReadingState, ...events: ReadingEvent[]]>([
  ['browsing', 'moved'],
  ['following', 'moved', 'returned'],
  ['following', 'moved', 'sought'],
  ['searching', 'typed'],
  ['searching', 'typed', 'moved'],
  ['searching', 'typed', 'sought'],
  ['following', 'typed', 'cleared'],
  ['following', 'typed', 'returned'],
  ['searching', 'moved', 'typed'],
  ['browsing', 'moved', 'cleared'],
])('%s after %s %s', (expected, ...events) => {
  expect(after(...events)).toBe(expected);
});

const LIST = { top: 100, bottom: 300 };

test.each([
  ['at the top', 110, 140, 0],
  ['in the middle', 180, 220, 0],
  ['that the next lines follow too closely', 200, 230, 60],
  ['below', 400, 440, 260],
  ['above', 20, 60, -120],
  ['that is cut at the top', 90, 120, -50],
])('a line %s scrolls the list by what brings it near the top', (_, top, bottom, pixels) => {
  expect(scrollBy({ top, bottom }, LIST)).toBe(pixels);
});
