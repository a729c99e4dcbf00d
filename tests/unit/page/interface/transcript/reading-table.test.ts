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
])('the reading state is %s after the events %s %s', (expected, ...events) => {
  expect(after(...events)).toBe(expected);
});

const LIST = { top: 100, bottom: 300 };

test.each([
  ['at the top is not scrolled', 110, 140, 0],
  ['in the middle is not scrolled', 180, 220, 0],
  ['too near the bottom is scrolled up', 200, 230, 60],
  ['below the list is scrolled up', 400, 440, 260],
  ['above the list is scrolled down', 20, 60, -120],
  ['that is cut at the top is scrolled down', 90, 120, -50],
])('the present line %s (from %i to %i px: by %i px)', (_, top, bottom, pixels) => {
  expect(scrollBy({ top, bottom }, LIST)).toBe(pixels);
});
