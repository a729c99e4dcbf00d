import { boxAt, boxesOfType } from '../../provider/streams/mp4/boxes.ts';
import {
  defaultsOf,
  flagsOf,
  FRAGMENT_FLAGS,
  sampleRun,
  type SampleRun,
} from '../../provider/streams/mp4/fragments.ts';

/** A run whose data are at a place of the fragment that it names. */
type PlacedRun = SampleRun & { readonly dataOffset: number };

/** The runs of one track in a fragment, whose offsets count from its start. */
export function sampleRuns(traf: Buffer): PlacedRun[] {
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
