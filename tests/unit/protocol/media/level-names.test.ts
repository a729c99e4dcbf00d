import { expect, test } from 'vitest';
import { bestLevelNamed, bytesPerHourOf, levelName, qualitiesOf } from '../../../../protocol/media/level-names.ts';

const SIZELESS = { width: 0, height: 0 };

test.each([
  [4_000_000, 'hd1080'],
  [3_999_999, 'hd720'],
  [2_000_000, 'hd720'],
  [1_000_000, 'large'],
  [600_000, 'medium'],
  [599_999, 'small'],
])('a level of %i bit/s without a size is %s', (bitrate, name) => {
  expect(levelName({ ...SIZELESS, bitrate }, [])).toBe(name);
});

test('a level with a size is named by it, whatever its bit rate', () => {
  expect(levelName({ width: 1280, height: 720, bitrate: 100 }, [])).toBe('hd720');
});

test('the highest bit rate of levels with one name is chosen, at any position; -1 without such a level', () => {
  const levels = [2_600_000, 2_900_000, 2_100_000, 700_000].map((bitrate) => ({ ...SIZELESS, bitrate }));
  expect(bestLevelNamed('hd720', levels)).toBe(1);
  expect(bestLevelNamed('medium', levels)).toBe(3);
  expect(bestLevelNamed('auto', levels)).toBe(-1);
});

test('a single level of unknown size and rate has no quality to choose and no bytes per hour', () => {
  const level = { ...SIZELESS, bitrate: 0, averageBitrate: 0 };
  expect([qualitiesOf([level]), bytesPerHourOf([level])]).toEqual([[], {}]);
});

test('qualities are empty before levels are known', () => {
  expect(qualitiesOf([])).toEqual([]);
});

test('a quality in several codecs uses the level of the wanted codec, if present, and its bytes per hour', () => {
  const level = (videoCodec: string, height: number, bitrate: number) => ({
    ...{ videoCodec, height, width: (height * 16) / 9, bitrate, averageBitrate: bitrate },
  });
  const levels = [level('avc1.64', 240, 800), level('av01.0', 240, 400), level('avc1.64', 480, 1_600)];
  expect(bestLevelNamed('small', levels, 'av01')).toBe(1);
  expect(bestLevelNamed('small', levels)).toBe(0);
  expect(bestLevelNamed('large', levels, 'av01')).toBe(2);
  expect(bytesPerHourOf(levels, 'av01')).toEqual({ small: 180_000, large: 720_000 });
  expect(qualitiesOf(levels)).toEqual(['large', 'small', 'auto']);
});

test('60 and 30 pictures a second of one size are two qualities, and a size with only 60 is named without the rate', () => {
  const level = (height: number, frameRate: number, bitrate: number) => ({
    ...{ width: (height * 16) / 9, height, frameRate, bitrate, averageBitrate: bitrate },
  });
  const levels = [level(480, 59.94, 1_000), level(720, 25, 1_500), level(720, 29.97, 2_000), level(720, 59.94, 3_000)];
  expect(qualitiesOf(levels)).toEqual(['hd720_60', 'hd720', 'large', 'auto']);
  expect(bestLevelNamed('hd720_60', levels)).toBe(3);
  expect(bestLevelNamed('hd720', levels)).toBe(2);
  expect(bytesPerHourOf(levels)).toMatchObject({ large: 450_000, hd720: 900_000, hd720_60: 1_350_000 });
});
