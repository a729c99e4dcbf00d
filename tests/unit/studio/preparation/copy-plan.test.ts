import { expect, test } from 'vitest';
import { copiedRendition, planCopy } from '../../../../src/studio/preparation/copy-plan.ts';
import type { PacketTimes } from '../../../../src/studio/preparation/packet-times.ts';
import type { RunTool } from '../../../../src/studio/preparation/run-tool.ts';
import type { Video } from '../../../../src/studio/preparation/source-video.ts';
import { makeVideo, PICTURE, SOUND } from './support.ts';

const TIMES: PacketTimes = {
  ...{ times: [0, 0.02, 0.04], endSeconds: 100, stepSeconds: 0.02, packetCount: 3 },
  ...{ cutCount: 0, isRough: false, jumpCount: 0, irregularCount: 0, backCount: 0 },
};

/** A file whose pictures and sound have packets with these properties. */
const fileOf = (pictures: Partial<PacketTimes>, sound: Partial<PacketTimes>, change: Partial<Video> = {}): Video =>
  makeVideo({
    times: new Map([
      [0, { ...TIMES, ...pictures }],
      [1, { ...TIMES, ...sound }],
    ]),
    ...change,
  });

/** An ffprobe that prints these lines. */
const printing =
  (...lines: readonly string[]): RunTool =>
  (_, { onLine }) =>
    Promise.resolve(lines.forEach((line) => onLine?.(line)));

test.each<readonly [string, Video, string | null, string | null]>([
  ['a plain file', fileOf({}, {}), null, null],
  ['packets that an encoder of sound begins with', fileOf({}, { cutCount: 2 }), null, null],
  ['rotated pictures', fileOf({}, {}, { picture: { ...PICTURE, isTurned: true } }), 'the file turns them', null],
  ['a trimmed file', fileOf({ cutCount: 37 }, { cutCount: 70 }), 'the file cuts some', 'the file cuts some of it away'],
  ['late pictures', fileOf({}, {}, { picture: { ...PICTURE, startSeconds: 2 } }), 'they begin after the sound', null],
  ['pictures that end early', fileOf({ endSeconds: 99 }, {}), 'they end before the sound', null],
  ['late sound', fileOf({}, {}, { sounds: [{ ...SOUND, startSeconds: 1 }] }), null, 'it begins after the pictures'],
  ['a hole in the sound', fileOf({}, { times: [0, 0.02, 3] }), null, 'it has a hole'],
  ['a clock that jumps', fileOf({ jumpCount: 1 }, { jumpCount: 1 }), 'their clock jumps', 'its clock jumps'],
])('for %s, tracks that a copy would change are encoded, with a remark', async (_, video, ofPictures, ofSound) => {
  const plan = await planCopy(video, printing('1280,720,yuv420p', '1280,720,yuv420p,'));
  expect([plan.pictures, plan.sounds]).toEqual([ofPictures === null, ofSound === null ? [1] : []]);
  expect(plan.remarks).toEqual(
    [ofPictures, ofSound].flatMap((reason) => (reason === null ? [] : [expect.stringContaining(reason)])),
  );
  expect(copiedRendition(video, plan)).toMatchObject({ name: 'copy', width: 1280, height: 720 });
  expect(copiedRendition(video, plan).maxKilobits > 0).toBe(ofPictures !== null);
});

test('pictures whose size changes within a file are encoded', async () => {
  const { pictures, sounds } = await planCopy(fileOf({}, {}), printing('64,36,yuv420p', '36,64,yuv420p'));
  expect([pictures, sounds]).toEqual([false, [1]]);
});

test.each([
  ['its channels change', ['channels:2 chlayout:stereo rate:48000', 'channels:6 chlayout:5.1 rate:48000']],
  ['its rate changes', ['channels:2 chlayout:stereo rate:44100', 'channels:2 chlayout:stereo rate:48000']],
  [null, ['channels:2 chlayout:stereo rate:48000', 'channels:2 chlayout:stereo rate:48000']],
] as const)(
  'sound of a broadcast is copied unless its frames change, whatever the times of its packets: %s',
  async (reason, kinds) => {
    // Joined parts: one packet does not start where the packet before it ends.
    const video = fileOf({}, { times: [0, 0.02, 0.04, 0.072] }, { mayBeginAnywhere: true });
    const run: RunTool = (_, { onErrorLine }) =>
      Promise.resolve(
        kinds.forEach((kind) => onErrorLine?.(`[Parsed_ashowinfo_0 @ 0x1] n:0 fmt:fltp ${kind} nb_samples:1024`)),
      );
    const { sounds, remarks } = await planCopy(video, run);
    expect(sounds).toEqual(reason === null ? [1] : []);
    expect(remarks).toEqual(reason === null ? [] : [expect.stringContaining(`${reason} inside of the file`)]);
  },
);
