import { expect, test } from 'vitest';
import {
  frameRatio,
  offeredSizes,
  responsiveSize,
  WIDESCREEN,
} from '../../../../../src/page/interface/share/frame-sizes.ts';

const keysFor = (width: number, height: number): string[] =>
  offeredSizes(frameRatio({ width, height })).map(({ key }) => key);

test('a 16:9 video is offered the usual frame sizes, a portrait video the same sizes with width and height exchanged', () => {
  expect(keysFor(1920, 1080)).toEqual(['560x315', '640x360', '854x480', '1280x720']);
  expect(keysFor(1080, 1920)).toEqual(['315x560', '360x640', '480x854', '720x1280']);
});

test.each([
  [1366, 768, WIDESCREEN],
  [854, 480, WIDESCREEN],
  [606, 1080, { width: 9, height: 16 }],
  [1920, 804, { width: 1920, height: 804 }],
  [0, 0, WIDESCREEN],
  [640, 0, WIDESCREEN],
  [-16, -9, WIDESCREEN],
  [Number.NaN, 9, WIDESCREEN],
])('the frame of a video of %d × %d has the ratio %j', (width, height, expected) => {
  expect(frameRatio({ width, height })).toEqual(expected);
});

test('a responsive frame keeps the ratio, and a portrait frame fits into the window', () => {
  expect(responsiveSize(WIDESCREEN)).toEqual({ width: '100%', style: 'aspect-ratio: 16 / 9' });
  expect(responsiveSize({ width: 9, height: 16 })).toEqual({
    width: '100%',
    style: 'aspect-ratio: 9 / 16; max-width: 56.25vh',
  });
});
