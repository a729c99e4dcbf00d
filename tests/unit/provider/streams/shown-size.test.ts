import { expect, test } from 'vitest';
import { tracksOf } from '../../../../src/provider/streams/mp4/tracks.ts';

function box(type: string, ...bodies: readonly Buffer[]): Buffer {
  const body = Buffer.concat(bodies);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(8 + body.length);
  header.write(type, 4, 'latin1');
  return Buffer.concat([header, body]);
}

/** A `trak` box of a video track with pictures of 640×360. */
function indexOf(matrix: readonly [number, number], pixels?: readonly [number, number]): Buffer {
  const [header, media, handler, entry] = [84, 24, 24, 78].map((bytes) => Buffer.alloc(bytes)) as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  for (const [at, value] of matrix.entries()) header.writeInt32BE(value, 40 + at * 4);
  handler.write('vide', 8, 'latin1');
  entry.writeUInt16BE(640, 24);
  entry.writeUInt16BE(360, 26);
  const shape = Buffer.alloc(8);
  for (const [at, value] of (pixels ?? []).entries()) shape.writeUInt32BE(value, at * 4);
  const entries = box('stsd', Buffer.alloc(8), box('avc1', entry, box(pixels === undefined ? 'free' : 'pasp', shape)));
  const described = box('minf', box('stbl', entries));
  return box('trak', box('tkhd', header), box('mdia', box('mdhd', media), box('hdlr', handler), described));
}

const UPRIGHT = [65_536, 0] as const;

test.each([
  ['without a transformation', UPRIGHT, undefined, undefined],
  ['with square pixels', UPRIGHT, [1, 1], undefined],
  ['with pixels that are square but for a rounding', UPRIGHT, [1280, 1281], undefined],
  ['with wide pixels', UPRIGHT, [4, 3], { width: 853, height: 360 }],
  ['rotated by 90 degrees', [0, 65_536], undefined, { width: 360, height: 640 }],
  ['rotated, with wide pixels', [0, -65_536], [4, 3], { width: 360, height: 853 }],
] as const)('a picture %s gets a shown size only where it differs from the coded size', (_, matrix, pixels, shown) => {
  const [track] = tracksOf(indexOf(matrix, pixels));
  expect([track?.width, track?.height, track?.shown]).toEqual([640, 360, shown]);
});
