import { NAL } from '../../../../protocol/runtime/media/transport/nal-units.ts';
import { boxAt, boxesOfType, type Box } from './boxes.ts';
import { sampleRun } from './fragments.ts';
import type { Track } from './tracks.ts';

/**
 * Type of the first slice of H.264 in a fragment, as far as the bytes go: sample flags also call a picture a key frame that begins an
 * open group of pictures, and browsers do not decode from there.
 */
export function firstSlice(bytes: Buffer, moof: Box, { id, codec, unitLengthBytes }: Track): number | undefined {
  const traf = boxesOfType(moof.body, 'traf').find((one) => boxAt(one, 'tfhd')?.readUInt32BE(4) === id);
  const run = traf && boxAt(traf, 'trun');
  const offset = run && sampleRun(run, 0).dataOffset;
  if (offset === undefined || unitLengthBytes === undefined || !codec.startsWith('avc')) return undefined;
  for (let at = moof.start + offset; at + unitLengthBytes < bytes.length;) {
    const type = bytes.readUInt8(at + unitLengthBytes) & 0x1f;
    if (type === NAL.slice || type === NAL.keySlice) return type;
    at += unitLengthBytes + bytes.readUIntBE(at, unitLengthBytes);
  }
  return undefined;
}
