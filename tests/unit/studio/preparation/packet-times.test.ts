import { expect, test } from 'vitest';
import { readPacketTimes, type PacketTimes } from '../../../../src/studio/preparation/packet-times.ts';
import type { RunTool } from '../../../../src/studio/preparation/run-tool.ts';

/** Reads the first stream from ffprobe lines of index, pts, dts, duration, size, position and flags. */
async function timesOf(lines: readonly string[], mayJump = false): Promise<PacketTimes | undefined> {
  const run: RunTool = (_, { onLine }) => Promise.resolve(lines.forEach((line) => onLine?.(line)));
  return (await readPacketTimes('film', { run, mayJump })).get(0);
}

test('packet times are sorted in display order, with the end of the last packet', async () => {
  const found = await timesOf([
    '0,0.000000,-0.080000,0.040000,900,48,K_',
    '0,0.120000,-0.040000,0.040000,90,948,__',
    '0,0.040000,0.000000,0.040000,90,1038,__',
    '0,0.080000,0.040000,0.040000,90,1128,__,',
  ]);
  expect(found).toMatchObject({ times: [0, 0.04, 0.08, 0.12], packetCount: 4, cutCount: 0, isRough: false });
  expect([found?.endSeconds, found?.stepSeconds]).toEqual([expect.closeTo(0.16, 6), expect.closeTo(0.04, 6)]);
});

test('packets that are cut away, empty or before the first key frame have no display time', async () => {
  const found = await timesOf([
    '0,-0.040000,-0.040000,0.040000,90,48,__',
    '0,0.000000,0.000000,0.040000,900,138,KD',
    '0,0.040000,0.040000,0.040000,90,1038,_D',
    '0,0.080000,0.080000,0.040000,90,1128,__',
    '0,0.120000,0.120000,0.040000,0,1218,__',
  ]);
  expect(found).toMatchObject({ times: [0.08], packetCount: 5, cutCount: 2 });
});

test('jumps of a broadcast’s clock, forward or back, are removed from its packet times, and gaps stay', async () => {
  const lines = ['1.0', '2.0', '7202.0', '7203.0', '0.5', '4.5'].map((at) => `0,${at},${at},1.0,90,48,K_`);
  const times = (await timesOf(lines, true))?.times.map((time) => Math.round(time * 10) / 10);
  expect(times).toEqual([1, 2, 3, 4, 5, 9]);
  expect((await timesOf(lines))?.times.at(-1)).toBe(7_203);
});

test('packets whose times step back at each packet count as wrongly counted, not as jumps of the clock', async () => {
  const packets = [0, 0.05, 0.1, 0.15].map((packet) =>
    [packet, packet + 0.2, packet + 0.4].map((time) => time + packet * 3),
  );
  const lines = packets.flat().map((at) => `0,${at},${at},0.2,90,48,K_`);
  const found = await timesOf(lines, true);
  expect(found).toMatchObject({ jumpCount: 0, backCount: 3, irregularCount: 3 });
  expect(found?.endSeconds).toBeCloseTo(1.2, 6);
});
