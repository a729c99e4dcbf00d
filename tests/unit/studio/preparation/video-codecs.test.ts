import { expect, test } from 'vitest';
import { hourLines } from '../../../../src/studio/preparation/hour-lines.ts';
import { ladderOf, renditionsOf } from '../../../../src/studio/preparation/renditions.ts';
import { readCodecs, requireEncoders, type VideoCodec } from '../../../../src/studio/preparation/video-codecs.ts';

const PICTURE = { width: 854, height: 480, framesPerSecond: 30 };

test.each([
  ['h264,av1', ['h264', 'av1']],
  ['vp9, AV1', ['h264', 'av1', 'vp9']],
  ['hevc,hevc', ['h264', 'hevc']],
  ['h264', ['h264']],
])('the codecs of the option %s start with H.264', (text, expected) => {
  expect(readCodecs(text)).toEqual(expected);
});

test.each(['', 'av1,', 'theora'])('an unknown codec in the option %j is refused by name', (text) => {
  expect(() => readCodecs(text)).toThrow(/there is no '.*', but h264, av1, hevc, vp9/);
});

test('an encoder that ffmpeg does not list is reported with the remedy', async () => {
  const lists = (...encoders: readonly string[]) =>
    requireEncoders(
      ['h264', 'av1', 'vp9'],
      (_, { onLine }) => {
        for (const encoder of encoders) onLine?.(` V....D ${encoder}   a remark on libvpx-vp9`);
        return Promise.resolve();
      },
      undefined,
    );
  await expect(lists('libx264', 'libsvtav1')).rejects.toThrow(
    'cannot encode VP9: install one that is built with libvpx-vp9',
  );
  await expect(lists('libx264', 'libsvtav1', 'libvpx-vp9')).resolves.toBeUndefined();
});

test('a ladder has every quality in each codec, unchanged in H.264 and with lower bit rates in other codecs', () => {
  const renditions = ladderOf(PICTURE, ['h264', 'av1']);
  expect(renditions.map(({ name }) => name)).toEqual(['v240', 'v360', 'v480', 'v240-av1', 'v360-av1', 'v480-av1']);
  expect(renditions.slice(0, 3)).toEqual(renditionsOf(PICTURE));
  expect(renditions[5]?.maxKilobits).toBeLessThan(renditions[2]?.maxKilobits ?? 0);
});

test('the size of an hour is printed in H.264, and in other codecs with the difference', () => {
  const [low] = renditionsOf(PICTURE);
  if (low === undefined) throw new Error('no quality');
  const rate = (codec: VideoCodec, bitsPerSecond: number) => ({ rendition: { ...low, codec }, bitsPerSecond });
  expect(hourLines([rate('h264', 400_000), rate('av1', 240_000), rate('vp9', 440_000)])).toEqual([
    'An hour of 428×240: 180 MB as H.264, 108 MB as AV1 (-40 %), 198 MB as VP9 (+10 %).',
  ]);
  expect(hourLines([rate('h264', 400_000)])).toEqual(['An hour of 428×240: 180 MB as H.264.']);
});
