import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { isWholeSegment } from '../../../../workers/media/whole-segment.ts';

const bytes = async (name: string): Promise<ArrayBuffer> => {
  const file = await readFile(`src/provider/catalog/media/demo/${name}`);
  return new Uint8Array(file).buffer;
};

test.each(['v240/init.mp4', 'v240/000.m4s', 'audio/014.m4s'])(
  'the segment %s counts as whole, and a truncated part of it does not',
  async (name) => {
    const data = await bytes(name);
    expect(isWholeSegment(data)).toBe(true);
    for (const share of [0.2, 0.5, 0.99])
      expect(isWholeSegment(data.slice(0, Math.floor(data.byteLength * share))), String(share)).toBe(false);
  },
);

test('a segment that is not fragmented MP4 counts as whole', () => {
  expect(isWholeSegment(new Uint8Array(188 * 3).fill(0x47).buffer)).toBe(true);
  expect(isWholeSegment(new ArrayBuffer(0))).toBe(true);
});
