import { expect, test } from 'vitest';
import { previewSize } from '../../../../../src/page/interface/seek/preview-size.ts';

const TILE = { tileWidth: 160, tileHeight: 90 };
const sizeIn = (innerWidth: number, innerHeight: number) => previewSize(TILE, { innerWidth, innerHeight });

test('a preview has the size of its tiles if the frame has room', () => {
  expect(sizeIn(640, 360)).toEqual({ width: 160, height: 90, scale: 1, isCompact: false });
  expect(sizeIn(3840, 2160).scale).toBe(1);
});

test.each([
  [200, 113],
  [320, 180],
  [344, 194],
  [360, 640],
  [113, 200],
])('in a frame of %i × %i a preview fits above the bar and is at most half as wide as the frame', (width, height) => {
  const size = sizeIn(width, height);
  expect(size.height).toBeGreaterThanOrEqual(30);
  expect(size.width).toBeLessThanOrEqual(width / 2);
  expect(size.height + (size.isCompact ? 0 : 48)).toBeLessThanOrEqual(height - 76);
  expect(size.width / size.height).toBeCloseTo(16 / 9, 5);
});
