import { boxAt, boxesIn, boxesOfType, type Box } from '../../../src/provider/streams/mp4/boxes.ts';
import {
  DATA_OFFSET_AT,
  defaultsOf,
  flagsOf,
  FRAGMENT_FLAGS,
  sampleRun,
  type SampleRun,
} from '../../../src/provider/streams/mp4/fragments.ts';
import { encryptSample, subsamplesOf, type Subsample } from './encrypt-sample.ts';
import { BLOCK_BYTES, IV_BYTES, makeBox, makeFullBox, uint16, uint32, type InitProtection } from './protect-init.ts';

export interface SegmentProtection extends InitProtection {
  /** Ids of the tracks with pictures; all other tracks are sound. */
  readonly pictureTracks: ReadonlySet<number>;
  /** Returns the vector of the first `cenc` sample of a fragment, 8 bytes; a key must not use a vector twice. */
  readonly firstIv: () => Buffer;
}

/** Facts about an encrypted sample that decoders need (`senc`). */
interface SampleFact {
  readonly iv: Buffer;
  readonly subsamples: readonly Subsample[] | null;
}

const HEADER_BYTES = 8;
/** Flag of `senc`: samples have parts. */
const HAS_SUBSAMPLES = 2;

/** A media segment with encrypted samples. Its index (`sidx`) is left out, since its sizes would be wrong. */
export function protectSegment(segment: Buffer, protection: SegmentProtection): Buffer {
  const boxes = boxesIn(segment).filter(({ type }) => type !== 'sidx');
  return Buffer.concat(
    boxes.flatMap((box, index) => {
      const next = boxes[index + 1];
      if (box.type === 'moof' && next?.type === 'mdat') return protectFragment(box, next, protection);
      return box.type === 'mdat' && boxes[index - 1]?.type === 'moof' ? [] : [makeBox(box.type, box.body)];
    }),
  );
}

function protectFragment(moof: Box, mdat: Box, protection: SegmentProtection): Buffer[] {
  const data = Buffer.from(mdat.body);
  const dataStart = mdat.bodyStart - moof.start;
  const facts = boxesIn(moof.body).map(({ type, body }) =>
    type === 'traf' ? encryptTrack(body, data, dataStart, protection) : null,
  );
  const rebuild = (shift: number): Buffer => {
    let at = HEADER_BYTES;
    const parts = boxesIn(moof.body).map(({ type, body }, index) => {
      const samples = facts[index];
      const part = samples ? trackFragment(body, samples, { shift, at, protection }) : makeBox(type, body);
      at += part.length;
      return part;
    });
    return makeBox('moof', ...parts);
  };
  const growth = rebuild(0).length - (moof.end - moof.start);
  // No boxes are lost, since `mdat` directly follows `moof`.
  return [rebuild(growth), makeBox('mdat', data)];
}

function encryptTrack(traf: Buffer, data: Buffer, dataStart: number, protection: SegmentProtection): SampleFact[] {
  const { scheme, constantIv, pictureTracks, firstIv, key } = protection;
  const isPicture = pictureTracks.has(boxAt(traf, 'tfhd')?.readUInt32BE(4) ?? 0);
  let counter = scheme === 'cenc' ? firstIv().readBigUInt64BE() : 0n;
  return sampleRuns(traf).flatMap(({ sizes, dataOffset }) => {
    let at = dataOffset - dataStart;
    return sizes.map((size) => {
      const sample = data.subarray(at, at + size);
      at += size;
      const iv = scheme === 'cenc' ? vector(counter) : constantIv;
      counter = BigInt.asUintN(64, counter + 1n);
      const subsamples = isPicture ? subsamplesOf(sample) : null;
      encryptSample(sample, subsamples, { scheme, key, iv });
      return { iv, subsamples };
    });
  });
}

function vector(counter: bigint): Buffer {
  const iv = Buffer.alloc(BLOCK_BYTES);
  iv.writeBigUInt64BE(counter);
  return iv;
}

interface Place {
  /** Bytes by which the fragment has grown, and its data have moved. */
  readonly shift: number;
  /** Offset of the track from the start of the fragment. */
  readonly at: number;
  readonly protection: SegmentProtection;
}

function trackFragment(traf: Buffer, samples: readonly SampleFact[], { shift, at, protection }: Place): Buffer {
  const own = boxesIn(traf).map(({ type, body }) => makeBox(type, type === 'trun' ? shifted(body, shift) : body));
  const { scheme } = protection;
  const facts = samples.map(({ iv, subsamples }) => sampleFact(scheme === 'cenc' ? iv : Buffer.alloc(0), subsamples));
  // Sound with `cbcs` has no facts of samples: the init segment contains everything.
  if (facts.every((fact) => fact.length === 0)) return makeBox('traf', ...own);
  const hasParts = samples.some(({ subsamples }) => subsamples !== null);
  const count = uint32(samples.length);
  const sizes = makeFullBox('saiz', 0, 0, Buffer.from([0]), count, Buffer.from(facts.map(({ length }) => length)));
  const before = HEADER_BYTES + own.reduce((bytes, { length }) => bytes + length, 0) + sizes.length;
  // The facts follow `saio` with one offset (20 bytes) and the header of `senc` (16 bytes).
  const factsAt = at + before + 20 + 16;
  const offset = makeFullBox('saio', 0, 0, uint32(1), uint32(factsAt));
  return makeBox('traf', ...own, sizes, offset, makeFullBox('senc', 0, hasParts ? HAS_SUBSAMPLES : 0, count, ...facts));
}

function shifted(run: Buffer, bytes: number): Buffer {
  const copy = Buffer.from(run);
  copy.writeInt32BE(run.readInt32BE(DATA_OFFSET_AT) + bytes, DATA_OFFSET_AT);
  return copy;
}

function sampleFact(iv: Buffer, subsamples: readonly Subsample[] | null): Buffer {
  const parts = subsamples?.map(({ clearBytes, encryptedBytes }) =>
    Buffer.concat([uint16(clearBytes), uint32(encryptedBytes)]),
  );
  return Buffer.concat([
    iv.subarray(0, iv.length === 0 ? 0 : IV_BYTES),
    ...(parts === undefined ? [] : [uint16(parts.length), ...parts]),
  ]);
}

/** A run that names the offset of its data. */
type PlacedRun = SampleRun & { readonly dataOffset: number };

/** The runs of one track in a fragment; their offsets count from the start of the fragment. */
function sampleRuns(traf: Buffer): PlacedRun[] {
  const header = boxAt(traf, 'tfhd');
  if (header === undefined) throw new Error('a fragment without a header');
  const flags = flagsOf(header);
  if ((flags & FRAGMENT_FLAGS.baseOffset) !== 0 || (flags & FRAGMENT_FLAGS.isMoofBase) === 0)
    throw new Error('a fragment whose data offsets do not count from its start');
  return boxesOfType(traf, 'trun').map((run) => {
    const { sizes, dataOffset } = sampleRun(run, defaultsOf(header).sizeBytes);
    if (dataOffset === undefined) throw new Error('a run without a data offset');
    return { sizes, dataOffset };
  });
}
