import { expect, test } from 'vitest';
import { qualityName } from '../../../../protocol/media/quality.ts';

test.each([
  [7680, 4320, 'highres'],
  [5122, 2881, 'highres'],
  [5120, 2880, 'hd2160'],
  [3840, 2160, 'hd2160'],
  [2560, 1440, 'hd1440'],
  [1920, 1080, 'hd1080'],
  [1280, 720, 'hd720'],
  [854, 480, 'large'],
  [640, 360, 'medium'],
  [426, 240, 'small'],
  [256, 144, 'tiny'],
  [1, 1, 'tiny'],
  [0, 360, 'unknown'],
  [640, 0, 'unknown'],
  [-1, 360, 'unknown'],
])('the quality of %i × %i is %s', (width, height, name) => {
  expect(qualityName(width, height)).toBe(name);
});

test('a portrait picture is named by its short side, and a wide picture by its width', () => {
  expect(qualityName(360, 640)).toBe(qualityName(640, 360));
  expect(qualityName(1920, 800)).toBe('hd1080');
});

test('each quality of a 21:9 ladder has a different name', () => {
  const ladder = [240, 360, 480, 720, 1_080, 1_440].map((lines) => qualityName(Math.round(lines * 2.389), lines));
  expect(ladder).toEqual(['small', 'medium', 'large', 'hd720', 'hd1080', 'hd1440']);
});

test('a picture up to a tenth smaller than a quality has the name of that quality', () => {
  expect(qualityName(1152, 648)).toBe('hd720');
  expect(qualityName(1150, 647)).toBe('large');
});
