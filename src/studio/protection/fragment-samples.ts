import { boxAt, boxesOfType } from '../../provider/streams/mp4/boxes.ts';

/** Sizes of the samples of a run (`trun`), and where its data begin from the start of the fragment (`moof`). */
export interface SampleRun {
  readonly sizes: readonly number[];
  readonly dataOffset: number;
}

const FRAGMENT = { baseOffset: 0x1, description: 0x2, duration: 0x8, size: 0x10, isMoofBase: 0x2_00_00 } as const;
const RUN = {
  dataOffset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  composition: 0x800,
} as const;
/** Where the offset of its data is in the body of a run. */
export const DATA_OFFSET_AT = 8;

const flagsOf = (box: Buffer): number => box.readUIntBE(1, 3);

/** The runs of one track in a fragment, whose offsets count from its start. */
export function sampleRuns(traf: Buffer): SampleRun[] {
  const header = boxAt(traf, 'tfhd');
  if (header === undefined) throw new Error('a fragment without a header');
  const flags = flagsOf(header);
  if ((flags & FRAGMENT.baseOffset) !== 0 || (flags & FRAGMENT.isMoofBase) === 0)
    throw new Error('a fragment whose data offsets do not count from its start');
  const sizeAt = 8 + (flags & FRAGMENT.description ? 4 : 0) + (flags & FRAGMENT.duration ? 4 : 0);
  const usualSize = flags & FRAGMENT.size ? header.readUInt32BE(sizeAt) : 0;
  return boxesOfType(traf, 'trun').map((run) => runOf(run, usualSize));
}

function runOf(run: Buffer, usualSize: number): SampleRun {
  const flags = flagsOf(run);
  if ((flags & RUN.dataOffset) === 0) throw new Error('a run without a data offset');
  const firstAt = DATA_OFFSET_AT + 4 + (flags & RUN.firstFlags ? 4 : 0);
  const isThere = (flag: number): number => (flags & flag ? 4 : 0);
  const sizeAt = isThere(RUN.duration);
  const entryBytes = sizeAt + isThere(RUN.size) + isThere(RUN.flags) + isThere(RUN.composition);
  const count = run.readUInt32BE(4);
  const sizes = Array.from({ length: count }, (_, index) =>
    flags & RUN.size ? run.readUInt32BE(firstAt + index * entryBytes + sizeAt) : usualSize,
  );
  return { sizes, dataOffset: run.readInt32BE(DATA_OFFSET_AT) };
}
