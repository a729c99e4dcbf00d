import { expect, test } from 'vitest';
import {
  bestLevelNamed,
  bytesPerHourOf,
  levelName,
  qualitiesOf,
} from '../../../../../workers/media/engine/level-names.ts';

const SIZELESS = { width: 0, height: 0 };

test.each([
  [4_000_000, 'hd1080'],
  [3_999_999, 'hd720'],
  [2_000_000, 'hd720'],
  [1_000_000, 'large'],
  [600_000, 'medium'],
  [599_999, 'small'],
])('a level of %i bit/s without a size is %s', (bitrate, name) => {
  expect(levelName({ ...SIZELESS, bitrate })).toBe(name);
});

test('a level with a size is named by it, whatever its bit rate', () => {
  expect(levelName({ width: 1280, height: 720, bitrate: 100 })).toBe('hd720');
});

test('the highest bit rate of levels with one name is chosen, at any position; -1 if there is none', () => {
  const levels = [2_600_000, 2_900_000, 2_100_000, 700_000].map((bitrate) => ({ ...SIZELESS, bitrate }));
  expect(bestLevelNamed('hd720', levels)).toBe(1);
  expect(bestLevelNamed('medium', levels)).toBe(3);
  expect(bestLevelNamed('auto', levels)).toBe(-1);
});

test('a media playlist by itself has no quality to choose, and no cost', () => {
  const level = { ...SIZELESS, bitrate: 0, averageBitrate: 0 };
  expect([qualitiesOf([level]), bytesPerHourOf([level])]).toEqual([[], {}]);
});

test('qualities are empty before levels are known', () => {
  expect(qualitiesOf([])).toEqual([]);
});
