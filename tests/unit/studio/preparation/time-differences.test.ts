import { expect, test } from 'vitest';
import type { PacketTimes } from '../../../../src/studio/preparation/packet-times.ts';
import { pictureDifference, soundDifference } from '../../../../src/studio/preparation/time-differences.ts';

/** Packets of this length from one time to another, without the packets in a gap. */
function packets(
  stepSeconds: number,
  fromSeconds: number,
  toSeconds: number,
  gap: readonly [number, number] = [0, 0],
): PacketTimes {
  const count = Math.round((toSeconds - fromSeconds) / stepSeconds);
  const times = Array.from({ length: count }, (_, at) => fromSeconds + at * stepSeconds);
  const kept = times.filter((time) => time < gap[0] || time >= gap[1]);
  const counts = { packetCount: kept.length, cutCount: 0, jumpCount: 0, irregularCount: 0, backCount: 0 };
  return { times: kept, endSeconds: toSeconds, stepSeconds, ...counts, isRough: false };
}

test.each<readonly [string, PacketTimes, PacketTimes, string | undefined]>([
  ['all are present', packets(0.04, 1, 5), packets(0.04, 0, 4), undefined],
  ['all are present, rounded to milliseconds', packets(0.04, 1, 5), packets(0.04, 0.001, 4.001), undefined],
  ['one of many is missing', packets(0.04, 1, 5), packets(0.04, 0, 4, [2, 2.04]), undefined],
  ['the frame rate is halved', packets(1 / 120, 1, 5), packets(1 / 60, 0, 4), undefined],
  ['the file has a hole', packets(0.04, 1, 5, [2, 3]), packets(0.04, 0, 4, [1, 2]), undefined],
  ['they are repeated until the sound ends', packets(0.04, 1, 5), packets(0.04, 0, 9), undefined],
  ['the end is missing', packets(0.04, 1, 5), packets(0.04, 0, 2), '49 pictures of 100 are missing, the first at 0:02'],
  [
    'two in a row are missing',
    packets(0.04, 1, 5),
    packets(0.04, 0, 4, [2, 2.12]),
    '1 picture of 100 is missing, the first at 0:02',
  ],
  [
    'a hole was filled',
    packets(0.04, 1, 5, [2, 3]),
    packets(0.04, 0, 4),
    '23 pictures are where the file has none, the first at 0:01',
  ],
  ['none is present', packets(0.04, 1, 2), packets(0.04, 0, 0), '25 pictures of 25 are missing, the first at 0:00'],
])('encoded pictures are compared with the file: %s', (_, source, made, difference) => {
  expect(pictureDifference({ source, originSeconds: 1, made })).toBe(difference);
});

test('only the picture before a change of shape may be missing', () => {
  const compared = { source: packets(0.08, 1, 5), originSeconds: 1, made: packets(0.08, 0, 4, [1.5, 1.6]) };
  expect(pictureDifference({ ...compared, shapeChanges: [0.4, 1.6] })).toBeUndefined();
  const missing = '1 picture of 50 is missing, the first at 0:01';
  for (const shapeChanges of [[], [1.52], [1.68]])
    expect(pictureDifference({ ...compared, shapeChanges })).toBe(missing);
});

const AAC = 1_024 / 48_000;

test.each<readonly [string, PacketTimes, PacketTimes | undefined, string | undefined]>([
  ['all is present', packets(0.02, 1, 5), packets(AAC, 0, 4), undefined],
  ['silence precedes late sound', packets(0.02, 3, 5), packets(AAC, 0, 4), undefined],
  ['silence was inserted', packets(0.02, 1, 5), packets(AAC, 0, 6), 'it ends at 6.00 s, and in the file at 4.00 s'],
  ['it ends early', packets(0.02, 1, 5), packets(AAC, 0, 3.8), 'it ends at 3.80 s, and in the file at 4.00 s'],
  ['its middle is missing', packets(0.02, 1, 5), packets(AAC, 0, 4, [1, 2]), 'nothing is there before 0:02'],
  ['none is present', packets(0.02, 1, 5), undefined, 'none of it is there'],
])('encoded sound is compared with the file: %s', (_, source, made, difference) => {
  expect(soundDifference({ source, originSeconds: 1, made })).toBe(difference);
});

test('if a clock jumps or has only decoding times, larger differences are tolerated', () => {
  const source = { ...packets(0.04, 1, 5), isRough: true };
  expect(pictureDifference({ source, originSeconds: 1, made: packets(0.04, 0.12, 4) })).toBeUndefined();
  const jumped = { ...packets(0.02, 1, 5), jumpCount: 1 };
  expect(soundDifference({ source: jumped, originSeconds: 1, made: packets(AAC, 0, 3.2) })).toBeUndefined();
});
