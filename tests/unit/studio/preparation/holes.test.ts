import { expect, test } from 'vitest';
import { holeRemarks } from '../../../../src/studio/preparation/holes.ts';
import type { PacketTimes } from '../../../../src/studio/preparation/packet-times.ts';

/** Ten seconds of packets from 1 s on, with holes. */
function packets(stepSeconds: number, ...holes: readonly (readonly [number, number])[]): PacketTimes {
  const all = Array.from({ length: Math.round(10 / stepSeconds) }, (_, at) => 1 + at * stepSeconds);
  const times = all.filter((time) => !holes.some(([from, to]) => time > from && time < to));
  const counts = { packetCount: times.length, cutCount: 0, jumpCount: 0, irregularCount: 0, backCount: 0 };
  return { times, stepSeconds, endSeconds: 11, isRough: false, ...counts };
}

test('a remark names the time at which a file has neither pictures nor sound', () => {
  const [remark] = holeRemarks([packets(0.04, [6.1, 6.6]), packets(0.02, [6.1, 6.59])], 1);
  expect(remark).toMatch(
    /^The file has neither pictures nor sound from 0:05\.1 to 0:05\.[56]: a part of it may be lost\./,
  );
  const both = [packets(0.04, [3, 4], [6, 7]), packets(0.02, [3, 4], [6, 7]), packets(0.02, [2, 8])];
  expect(holeRemarks(both, 1)).toEqual([expect.stringContaining('and so at 1 other place: a part')]);
});

test.each([
  ['only the pictures', [packets(0.04, [6, 7]), packets(0.02)]],
  ['only the sound', [packets(0.04), packets(0.02, [6, 7])]],
  ['the pictures and one of two sound tracks', [packets(0.04, [6, 7]), packets(0.02, [6, 7]), packets(0.02)]],
  ['pictures and sound at different times', [packets(0.04, [3, 4]), packets(0.02, [6, 7])]],
  ['a file with sound only', [packets(0.02, [6, 7])]],
])('a hole in %s is not remarked on', (_, streams) => {
  expect(holeRemarks(streams, 1)).toEqual([]);
});
