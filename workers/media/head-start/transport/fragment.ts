import { joined } from '../../../../protocol/runtime/media/transport/joined-bytes.ts';
import { SAMPLES_PER_FRAME } from '../../../../protocol/runtime/media/transport/sound-frame.ts';
import { TRACK_ID } from './init-segment.ts';
import { box, u32, u64, zeros } from './mp4-boxes.ts';

/** One picture, with its NAL units. */
export interface Picture {
  readonly units: readonly Uint8Array[];
  readonly isKeyFrame: boolean;
  readonly dtsTicks: number;
  readonly ptsTicks: number;
  readonly durationTicks: number;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Flags of samples: of a sample that depends on no other sample, and of a dependent sample. */
const [KEY_FRAME, OTHER_FRAME] = [0x02000000, 0x01010000];
/** Flags of `trun` for the fields of each sample: all fields, or only the size. */
const [WHOLE_ENTRIES, SIZES] = [0xf01, 0x201];
/** Flags of `tfhd`: offsets count from the start of the fragment, without or with one duration for all samples. */
const [FROM_HERE, WITH_DURATION] = [0x20000, 0x20008];

export function pictureFragment(pictures: readonly Picture[]): Bytes {
  const data = pictures.map(({ units }) => joined(units.flatMap((unit) => [Uint8Array.from(u32(unit.length)), unit])));
  const entries = pictures.flatMap(({ isKeyFrame, dtsTicks, ptsTicks, durationTicks }, index) => [
    ...u32(durationTicks),
    ...u32(data[index]?.length ?? 0),
    ...u32(isKeyFrame ? KEY_FRAME : OTHER_FRAME),
    ...u32(ptsTicks - dtsTicks),
  ]);
  return fragment(box('tfhd', u32(FROM_HERE), u32(TRACK_ID)), pictures[0]?.dtsTicks ?? 0, WHOLE_ENTRIES, entries, data);
}

/** `firstSample` is the start of the fragment, in samples. */
export function soundFragment(frames: readonly Uint8Array[], firstSample: number): Bytes {
  const header = box('tfhd', u32(WITH_DURATION), u32(TRACK_ID), u32(SAMPLES_PER_FRAME));
  return fragment(
    header,
    firstSample,
    SIZES,
    frames.flatMap(({ length }) => u32(length)),
    frames,
  );
}

function fragment(
  header: Bytes,
  startTicks: number,
  fields: number,
  entries: readonly number[],
  data: readonly Uint8Array[],
): Bytes {
  const withDataAt = (at: number): Bytes =>
    box(
      'moof',
      box('mfhd', zeros(8)),
      box(
        'traf',
        header,
        box('tfdt', u32(0x1000000), u64(startTicks)),
        box('trun', u32(fields), u32(data.length), u32(at), entries),
      ),
    );
  const { length } = withDataAt(0);
  return joined([withDataAt(length + 8), box('mdat', ...data)]);
}
