import { boxAt, boxesOfType } from '../../provider/streams/mp4/boxes.ts';
import { flagsOf, FRAGMENT_FLAGS, RUN_FLAGS } from '../../provider/streams/mp4/fragments.ts';

/** Sizes of the samples of a run (`trun`), and where its data begin from the start of the fragment (`moof`). */
export interface SampleRun {
  readonly sizes: readonly number[];
  readonly dataOffset: number;
}

/** Place of the offset of its data in the body of a run. */
export const DATA_OFFSET_AT = 8;

/** The runs of one track in a fragment, whose offsets count from its start. */
export function sampleRuns(traf: Buffer): SampleRun[] {
  const header = boxAt(traf, 'tfhd');
  if (header === undefined) throw new Error('a fragment without a header');
  const flags = flagsOf(header);
  if ((flags & FRAGMENT_FLAGS.baseOffset) !== 0 || (flags & FRAGMENT_FLAGS.isMoofBase) === 0)
    throw new Error('a fragment whose data offsets do not count from its start');
  const sizeAt = 8 + (flags & FRAGMENT_FLAGS.description ? 4 : 0) + (flags & FRAGMENT_FLAGS.duration ? 4 : 0);
  const usualSize = flags & FRAGMENT_FLAGS.size ? header.readUInt32BE(sizeAt) : 0;
  return boxesOfType(traf, 'trun').map((run) => runOf(run, usualSize));
}

function runOf(run: Buffer, usualSize: number): SampleRun {
  const flags = flagsOf(run);
  if ((flags & RUN_FLAGS.dataOffset) === 0) throw new Error('a run without a data offset');
  const firstAt = DATA_OFFSET_AT + 4 + (flags & RUN_FLAGS.firstFlags ? 4 : 0);
  const isThere = (flag: number): number => (flags & flag ? 4 : 0);
  const sizeAt = isThere(RUN_FLAGS.duration);
  const entryBytes = sizeAt + isThere(RUN_FLAGS.size) + isThere(RUN_FLAGS.flags) + isThere(RUN_FLAGS.composition);
  const count = run.readUInt32BE(4);
  const sizes = Array.from({ length: count }, (_, index) =>
    flags & RUN_FLAGS.size ? run.readUInt32BE(firstAt + index * entryBytes + sizeAt) : usualSize,
  );
  return { sizes, dataOffset: run.readInt32BE(DATA_OFFSET_AT) };
}
