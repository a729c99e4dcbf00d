import { joined } from '../../../../protocol/runtime/media/transport/joined-bytes.ts';
import type { PictureFormat } from '../../../../protocol/runtime/media/transport/picture-format.ts';
import type { SoundFormat } from '../../../../protocol/runtime/media/transport/sound-frame.ts';
import { TICKS_PER_SECOND } from '../../../../protocol/runtime/media/transport/transport-demuxer.ts';
import { box, u16, u32, zeros } from './mp4-boxes.ts';

export interface PictureTrack extends PictureFormat {
  /** Parameter sets of the sequence and of its pictures. */
  readonly sequenceSet: Uint8Array;
  readonly pictureSets: readonly Uint8Array[];
}

type Bytes = Uint8Array<ArrayBuffer>;

export const TRACK_ID = 1;
const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].flatMap(u32);
const LANGUAGE_UNDETERMINED = 0x55c4;
const DOTS_PER_INCH = u32(72 * 0x10000);

/** Init segment of pictures in H.264. */
export function pictureInit(track: PictureTrack): Bytes {
  const { width, height, pixelRatio, sequenceSet, pictureSets } = track;
  const configuration = box(
    'avcC',
    [1, ...sequenceSet.subarray(1, 4), 0xff, 0xe0 | 1],
    u16(sequenceSet.length),
    sequenceSet,
    [pictureSets.length],
    ...pictureSets.flatMap((unit) => [u16(unit.length), unit]),
  );
  const entry = box(
    'avc1',
    zeros(6),
    u16(1),
    zeros(16),
    [...u16(width), ...u16(height), ...DOTS_PER_INCH, ...DOTS_PER_INCH],
    zeros(4),
    u16(1),
    zeros(32),
    [0, 24, 0xff, 0xff],
    configuration,
    box('pasp', pixelRatio.flatMap(u32)),
  );
  return initSegment('vide', TICKS_PER_SECOND, [width, height], box('vmhd', u32(1), zeros(8)), entry);
}

/** Init segment of sound in AAC. */
export function soundInit({ config, samplesPerSecond, channels }: SoundFormat): Bytes {
  // Descriptors, each with its tag and length, nested: decoder-specific data in the decoder's, and both in the stream's.
  const own = [5, config.length, ...config];
  const decoder = [4, 13 + own.length, 0x40, 0x15, ...zeros(11), ...own];
  const stream = [3, 6 + decoder.length, 0, 1, 0, ...decoder, 6, 1, 2];
  const entry = box(
    'mp4a',
    zeros(6),
    u16(1),
    zeros(8),
    [...u16(channels), ...u16(16)],
    zeros(4),
    // Higher rates do not fit into 16 bits; decoders read them from the descriptor.
    [...u16(samplesPerSecond), 0, 0],
    box('esds', zeros(4), stream),
  );
  return initSegment('soun', samplesPerSecond, [0, 0], box('smhd', zeros(8)), entry);
}

function initSegment(
  handler: 'vide' | 'soun',
  ticksPerSecond: number,
  [width, height]: readonly [number, number],
  header: Bytes,
  entry: Bytes,
): Bytes {
  const samples = box(
    'stbl',
    box('stsd', zeros(4), u32(1), entry),
    ...['stts', 'stsc', 'stco'].map((name) => box(name, zeros(8))),
    box('stsz', zeros(12)),
  );
  const places = box('dinf', box('dref', zeros(4), u32(1), box('url ', u32(1))));
  const media = box(
    'mdia',
    box('mdhd', zeros(12), u32(ticksPerSecond), zeros(4), u16(LANGUAGE_UNDETERMINED), zeros(2)),
    box('hdlr', zeros(8), handler, zeros(13)),
    box('minf', header, places, samples),
  );
  const track = box(
    'tkhd',
    u32(7),
    zeros(8),
    u32(TRACK_ID),
    zeros(24),
    MATRIX,
    u16(width),
    zeros(2),
    u16(height),
    zeros(2),
  );
  const movie = box(
    'moov',
    box(
      'mvhd',
      zeros(12),
      u32(ticksPerSecond),
      zeros(4),
      u32(0x10000),
      u16(0x100),
      zeros(10),
      MATRIX,
      zeros(24),
      u32(2),
    ),
    box('trak', track, media),
    box('mvex', box('trex', zeros(4), u32(TRACK_ID), u32(1), zeros(12))),
  );
  return joined([box('ftyp', 'isom', u32(1), 'isomavc1'), movie]);
}
