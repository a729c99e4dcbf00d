import { createDecipheriv } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { boxAt, boxesIn } from '../../../../src/provider/streams/mp4/boxes.ts';
import { sampleRuns } from '../../../../src/studio/protection/fragment-samples.ts';
import { protectInit } from '../../../../src/studio/protection/protect-init.ts';
import { protectSegment } from '../../../../src/studio/protection/protect-segment.ts';
import type { ProtectionScheme } from '../../../../src/studio/protection/protection-key.ts';
import { CATALOG_FOLDER } from '../../provider/support/test-provider.ts';

const KEY_ID = Buffer.from('0123456789abcdef0123456789abcdef', 'hex');
const KEY = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const CONSTANT_IV = Buffer.from('f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff', 'hex');
/** The counter of a later sample does not fit into 64 bits: it begins again. */
const FIRST_IV = Buffer.from('ffffffffffffffff', 'hex');

const part = (folder: string, name: string) => readFile(join(CATALOG_FOLDER, 'media/demo', folder, name));

function protection(scheme: ProtectionScheme, isPicture: boolean) {
  const pictureTracks = new Set(isPicture ? [1] : []);
  return { scheme, keyId: KEY_ID, key: KEY, constantIv: CONSTANT_IV, pictureTracks, firstIv: () => FIRST_IV };
}

/** Samples of a segment with one fragment, by its boxes alone. */
function samplesOf(segment: Buffer): Buffer[] {
  const moof = boxesIn(segment).find(({ type }) => type === 'moof');
  if (moof === undefined) throw new Error('no fragment');
  const traf = boxAt(moof.body, 'traf') ?? Buffer.alloc(0);
  return sampleRuns(traf).flatMap(({ sizes, dataOffset }) => {
    let at = moof.start + dataOffset;
    return sizes.map((size) => segment.subarray(at, (at += size)));
  });
}

/** Decrypts as a decoder does, by what the segment says of itself. */
function decrypt(segment: Buffer, scheme: ProtectionScheme, isPicture: boolean): Buffer[] {
  const samples = samplesOf(segment);
  const facts = boxAt(segment, 'moof', 'traf', 'senc');
  let at = 8;
  return samples.map((sample) => {
    const iv = scheme === 'cenc' ? Buffer.concat([read(facts, at, 8), Buffer.alloc(8)]) : CONSTANT_IV;
    at += scheme === 'cenc' ? 8 : 0;
    const parts: [clear: number, encrypted: number][] = [];
    if (isPicture) {
      const count = read(facts, at, 2).readUInt16BE();
      at += 2;
      for (let index = 0; index < count; index += 1, at += 6)
        parts.push([read(facts, at, 2).readUInt16BE(), read(facts, at + 2, 4).readUInt32BE()]);
    } else parts.push([0, sample.length]);
    return decryptSample(sample, parts, { scheme, iv, isPicture });
  });
}

function decryptSample(
  sample: Buffer,
  parts: readonly (readonly [number, number])[],
  { scheme, iv, isPicture }: { scheme: ProtectionScheme; iv: Buffer; isPicture: boolean },
): Buffer {
  const open = Buffer.from(sample);
  const counter = createDecipheriv('aes-128-ctr', KEY, iv);
  let at = 0;
  for (const [clear, encrypted] of parts) {
    at += clear;
    const protectedPart = open.subarray(at, at + encrypted);
    at += encrypted;
    if (scheme === 'cenc') counter.update(protectedPart).copy(protectedPart);
    else {
      const chain = createDecipheriv('aes-128-cbc', KEY, iv).setAutoPadding(false);
      const stride = isPicture ? 160 : 16;
      for (let from = 0; from + 16 <= protectedPart.length; from += stride)
        chain.update(protectedPart.subarray(from, from + 16)).copy(protectedPart, from);
    }
  }
  expect(at).toBe(sample.length);
  return open;
}

function read(bytes: Buffer | undefined, at: number, length: number): Buffer {
  if (bytes === undefined) throw new Error('no senc');
  return bytes.subarray(at, at + length);
}

test.each([
  ['cenc', 'pictures', 'v240'],
  ['cenc', 'sound', 'audio'],
  ['cbcs', 'pictures', 'v240'],
  ['cbcs', 'sound', 'audio'],
] as const)('%s: %s are encrypted, and what the segment says of itself decrypts them', async (scheme, kind, folder) => {
  const open = await part(folder, '000.m4s');
  const isPicture = kind === 'pictures';
  const closed = protectSegment(open, protection(scheme, isPicture));
  const [before, after] = [samplesOf(open), samplesOf(closed)];
  expect(after.map(({ length }) => length)).toEqual(before.map(({ length }) => length));
  expect(after.filter((sample, index) => sample.equals(before[index] as Buffer)).length).toBeLessThan(
    before.length / 4,
  );
  expect(decrypt(closed, scheme, isPicture).every((sample, index) => sample.equals(before[index] as Buffer))).toBe(
    true,
  );
});

test('one key never encrypts two samples with one vector', async () => {
  const closed = protectSegment(await part('audio', '000.m4s'), protection('cenc', false));
  const facts = boxAt(closed, 'moof', 'traf', 'senc') as Buffer;
  const vectors = samplesOf(closed).map((_, index) => facts.toString('hex', 8 + index * 8, 16 + index * 8));
  expect(new Set(vectors).size).toBe(vectors.length);
});

test('auxiliary information is where the segment says', async () => {
  const closed = protectSegment(await part('v240', '000.m4s'), protection('cenc', true));
  const [moof] = boxesIn(closed).filter(({ type }) => type === 'moof');
  const offset = boxAt(closed, 'moof', 'traf', 'saio')?.readUInt32BE(8) ?? 0;
  const at = (moof?.start ?? 0) + offset;
  expect(closed.subarray(at, at + 8)).toEqual(FIRST_IV);
});

test('an init segment says that its tracks are encrypted, and with which key', async () => {
  const init = protectInit(await part('v240', 'init.mp4'), protection('cbcs', true));
  const text = init.toString('latin1');
  for (const type of ['encv', 'frma', 'avc1', 'schm', 'cbcs', 'tenc', 'pssh']) expect(text).toContain(type);
  expect(init.includes(KEY_ID)).toBe(true);
});

test('samples of an unknown kind are refused', async () => {
  const init = await part('v240', 'init.mp4');
  const renamed = Buffer.from(init.toString('latin1').replaceAll('avc1', 'vp09'), 'latin1');
  expect(() => protectInit(renamed, protection('cenc', true))).toThrow('vp09');
});
