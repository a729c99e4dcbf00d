import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { decodeSeconds } from '../../../../../workers/media/head-start/fragment-times.ts';
import { readSegmentTimes } from '../../../../../src/provider/streams/segment-facts.ts';

const FOLDER = 'src/provider/catalog/media/demo';
const NOTHING = new Uint8Array();

async function partsOf(track: string, segment: string) {
  const [init, bytes] = await Promise.all(
    ['init.mp4', segment].map(async (name) => new Uint8Array(await readFile(`${FOLDER}/${track}/${name}`))),
  );
  return { init: init ?? NOTHING, bytes: bytes ?? NOTHING };
}

test.each([
  ['pictures', 'v240', '004.m4s', 8],
  ['pictures', 'v240', '000.m4s', 0],
  ['sound', 'audio', '003.m4s', 6],
])('the decoding time of %s (%s/%s) equals the time that the provider reads', async (_, track, segment, seconds) => {
  const { init, bytes } = await partsOf(track, segment);
  expect(decodeSeconds(init, bytes)).toBe(readSegmentTimes(init, bytes)?.startSeconds);
  expect(decodeSeconds(init, bytes)).toBeCloseTo(seconds, 1);
});

test('the decoding time is known once the moof box of a segment has arrived', async () => {
  const { init, bytes } = await partsOf('v240', '004.m4s');
  const known = Array.from({ length: bytes.length }, (_, length) => length).find(
    (length) => decodeSeconds(init, bytes.subarray(0, length)) !== undefined,
  );
  expect(known).toBeGreaterThan(100);
  expect(known).toBeLessThan(bytes.length / 4);
});

test('the decoding time is the earlier of two tracks’ times, each in its timescale, with times of 32 or 64 bits', () => {
  const init = box('moov', track(1, 1_000), track(2, 48_000));
  const moof = box('moof', fragment(1, 5_000, 1), fragment(2, 48_000 * 4, 0));
  expect(decodeSeconds(init, moof)).toBe(4);
});

test.each([
  ['an empty segment', NOTHING, NOTHING],
  ['a segment without its init segment', NOTHING, box('moof', fragment(1, 5, 0))],
  ['MPEG-TS', new Uint8Array(188).fill(0x47), new Uint8Array(188).fill(0x47)],
  ['a box of an invalid size', box('moov', track(1, 1_000)), new Uint8Array([0, 0, 0, 2, 109, 111, 111, 102])],
])('the decoding time of %s is unknown', (_, init, bytes) => {
  expect(decodeSeconds(init, bytes)).toBeUndefined();
});

function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, part) => sum + part.length, 8);
  const bytes = new Uint8Array(length);
  new DataView(bytes.buffer).setUint32(0, length);
  bytes.set(new TextEncoder().encode(type), 4);
  let offset = 8;
  for (const part of content) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** The values as big-endian fields of 32 bits. */
function fields(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  for (const [index, value] of values.entries()) new DataView(bytes.buffer).setUint32(index * 4, value);
  return bytes;
}

function track(id: number, timescale: number): Uint8Array {
  const header = box('tkhd', fields(0, 0, 0, id));
  return box('trak', header, box('mdia', box('mdhd', fields(0, 0, 0, timescale, 0))));
}

function fragment(id: number, ticks: number, version: 0 | 1): Uint8Array {
  const time = version === 0 ? fields(0, ticks) : fields(0x01_00_00_00, 0, ticks);
  return box('traf', box('tfhd', fields(0, id)), box('tfdt', time));
}
