import fc from 'fast-check';
import { expect, test } from 'vitest';
import { renditionsOf } from '../../../../src/studio/preparation/renditions.ts';

const sizesOf = (width: number, height: number, framesPerSecond = 30): string[] =>
  renditionsOf({ width, height, framesPerSecond }).map(
    (rendition) => `${rendition.name} ${rendition.width}×${rendition.height}`,
  );

test.each([
  ['full HD', 1920, 1080, ['v240 426×240', 'v360 640×360', 'v480 854×480', 'v720 1280×720', 'v1080 1920×1080']],
  [
    'an upright phone video',
    1080,
    1920,
    ['v240 240×426', 'v360 360×640', 'v480 480×854', 'v720 720×1280', 'v1080 1080×1920'],
  ],
  [
    '8K',
    7680,
    4320,
    [
      'v240 426×240',
      'v360 640×360',
      'v480 854×480',
      'v720 1280×720',
      'v1080 1920×1080',
      'v1440 2560×1440',
      'v2160 3840×2160',
    ],
  ],
  ['between two steps', 1024, 576, ['v240 426×240', 'v360 640×360', 'v480 854×480', 'v576 1024×576']],
  ['just above a step', 720, 490, ['v240 352×240', 'v360 528×360', 'v480 706×480']],
  ['smaller than the lowest step', 160, 120, ['v120 160×120']],
  ['odd sizes', 641, 361, ['v240 426×240', 'v360 640×360']],
  ['just below a step', 640, 356, ['v240 432×240', 'v356 640×356']],
] as const)('a video has the expected qualities: %s', (_, width, height, expected) => {
  expect(sizesOf(width, height)).toEqual(expected);
});

test('a quality with more than 30 frames a second gets a higher bit rate', () => {
  const rate = (framesPerSecond: number) =>
    renditionsOf({ width: 1280, height: 720, framesPerSecond }).at(-1)?.maxKilobits;
  expect([rate(24), rate(30), rate(60)]).toEqual([2_500, 2_500, 3_750]);
});

test('every video has qualities with even sides, no larger than the video, and with growing bit rates', () => {
  const side = fc.integer({ min: 2, max: 8_000 });
  fc.assert(
    fc.property(side, side, (width, height) => {
      const renditions = renditionsOf({ width, height, framesPerSecond: 25 });
      expect(renditions.length).toBeGreaterThan(0);
      for (const [index, rendition] of renditions.entries()) {
        expect([rendition.width % 2, rendition.height % 2]).toEqual([0, 0]);
        expect(rendition.width).toBeLessThanOrEqual(width + 1);
        expect(rendition.height).toBeLessThanOrEqual(height + 1);
        const before = renditions[index - 1];
        if (before !== undefined) expect(rendition.maxKilobits).toBeGreaterThan(before.maxKilobits);
      }
    }),
  );
});

test.each([
  [30, undefined],
  [60, undefined],
  [75, 37.5],
  [100, 50],
  [120, 60],
  [144, 48],
  [240, 60],
])('the best quality keeps all %d pictures a second, lower qualities at most 60', (framesPerSecond, most) => {
  const renditions = renditionsOf({ width: 1280, height: 720, framesPerSecond });
  expect(renditions.map(({ framesPerSecondMax }) => framesPerSecondMax)).toEqual([most, most, most, undefined]);
});
