import { NAL, nalType, nalUnits } from '../../../protocol/runtime/media/transport/nal-units.ts';
import { readPictureFormat } from '../../../protocol/runtime/media/transport/picture-format.ts';
import { readSoundFrame } from '../../../protocol/runtime/media/transport/sound-frame.ts';
import {
  firstUnits,
  TICKS_PER_SECOND,
  TransportDemuxer,
} from '../../../protocol/runtime/media/transport/transport-demuxer.ts';
import type { SegmentFacts } from './segment-facts.ts';

/**
 * Facts in the first bytes of a segment of MPEG-TS, which has no header for them. `undefined` for streams that the media worker
 * leaves to hls.js, and if the first audio or picture is not in these bytes.
 */
export function readTransportFacts(bytes: Uint8Array): SegmentFacts | undefined {
  try {
    const demuxer = new TransportDemuxer();
    const units = [...demuxer.push(bytes), ...demuxer.beginnings()];
    const first = firstUnits(demuxer.kinds, units);
    if (first === undefined) return undefined;
    const { picture, sound, beginTicks } = first;
    const frame = sound && readSoundFrame(sound.data, 0);
    if (sound !== undefined && frame === undefined) return undefined;
    return {
      ...(picture === undefined ? { width: 0, height: 0, startsWithKeyFrame: true } : pictureFacts(picture.data)),
      ...(frame === undefined ? {} : { audioCodec: frame.format.codec }),
      startSeconds: beginTicks / TICKS_PER_SECOND,
    };
  } catch {
    return undefined;
  }
}

/** Whether a segment begins with a key frame, by its first bytes; audio may begin later. */
export function beginsWithKeyFrame(bytes: Uint8Array): boolean {
  try {
    const demuxer = new TransportDemuxer();
    const picture = [...demuxer.push(bytes), ...demuxer.beginnings()].find(({ kind }) => kind === 'video');
    return picture !== undefined && pictureFacts(picture.data).startsWithKeyFrame;
  } catch {
    return false;
  }
}

function pictureFacts(data: Uint8Array): Pick<SegmentFacts, 'videoCodec' | 'width' | 'height' | 'startsWithKeyFrame'> {
  const units = nalUnits(data);
  const sequence = units.find((unit) => nalType(unit) === NAL.sequence);
  const slice = units.map(nalType).find((type) => type <= NAL.keySlice && type > 0);
  if (sequence === undefined) throw new Error('no parameters');
  const { codec, width, height } = readPictureFormat(sequence);
  return { videoCodec: codec, width, height, startsWithKeyFrame: slice === NAL.keySlice };
}
