import { unlessThrown } from '../../../protocol/runtime/unless-thrown.ts';
import { createFile, MP4BoxBuffer } from 'mp4box';
import { NAL } from '../../../protocol/runtime/media/transport/nal-units.ts';
import { boxesIn, boxesOfType, boxAt, type Box } from './mp4/boxes.ts';
import { partsOf, sampleRun } from './mp4/fragments.ts';
import { withOpenEntries } from './mp4/protected-entries.ts';
import { tracksOf, type Track } from './mp4/tracks.ts';

/** Codecs as in `CODECS`; absent without such a track. */
export interface CodecNames {
  readonly videoCodec?: string;
  readonly audioCodec?: string;
}

/** Facts in the first bytes of a fragmented MP4 that its playlist lacks. */
export interface SegmentFacts extends CodecNames {
  /** Pixels; 0 without pictures. */
  readonly width: number;
  readonly height: number;
  /** Earliest decoding time of the segment, seconds. */
  readonly startSeconds: number;
  /** Whether the pictures of the segment can be decoded without earlier segments. */
  readonly startsWithKeyFrame: boolean;
}

/** Boxes that begin an init segment, a segment, or a file that holds both. */
const FIRST_BOXES = new Set(['ftyp', 'styp', 'sidx', 'moof', 'emsg', 'prft']);

/**
 * Reads an init segment followed by the beginning of a segment, or of a file that holds both. `undefined` for data that is no
 * fragmented MP4, and if the description of the first samples is cut off. Names of codecs lack their parameters.
 */
export function readSegmentTimes(...pieces: readonly Uint8Array[]): SegmentFacts | undefined {
  if (!pieces.every((piece) => FIRST_BOXES.has(Buffer.from(piece.subarray(4, 8)).toString('latin1')))) return undefined;
  // The stated length of a box may exceed the data.
  return unlessThrown(() => timesOf(Buffer.concat(pieces)));
}

/**
 * Facts with whole names of codecs, for streams whose playlists do not name them. A library reads them, which takes ten
 * times as long: for a catalog of thousands of videos, every start would be slower.
 */
export function readSegmentFacts(...pieces: readonly Uint8Array[]): SegmentFacts | undefined {
  const facts = readSegmentTimes(...pieces);
  const names = facts && readCodecNames(...pieces);
  return names && { ...facts, ...names };
}

/** Codecs of an init segment; `undefined` for other data. */
export function readCodecNames(...pieces: readonly Uint8Array[]): CodecNames | undefined {
  // The stated length of a box may exceed the data.
  return unlessThrown(() => {
    const file = createFile();
    const init = new Uint8Array(withOpenEntries(Buffer.concat(pieces)));
    hideFlacDetails(init);
    file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(init.buffer, 0));
    const { tracks } = file.getInfo();
    const [video, audio] = ['video', 'audio'].map((kind) => tracks.find(({ type }) => type === kind)?.codec);
    return {
      ...(video === undefined ? {} : { videoCodec: video }),
      ...(audio === undefined ? {} : { audioCodec: audio }),
    };
  });
}

/** upstream: mp4box.js (2.x) reads past the end of every `dfLa`, and prints an error; the name of the codec does not need that box. */
function hideFlacDetails(init: Uint8Array): void {
  const bytes = Buffer.from(init.buffer);
  const at = bytes.indexOf('dfLa', 0, 'latin1');
  if (at !== -1) bytes.write('skip', at, 'latin1');
}

function timesOf(bytes: Buffer): SegmentFacts | undefined {
  const boxes = boxesIn(bytes);
  const [moov, moof] = ['moov', 'moof'].map((type) => boxes.find((box) => box.type === type));
  if (moov === undefined || moof === undefined || boxesOfType(moof.body, 'traf').length === 0) return undefined;
  const tracks = tracksOf(moov.body);
  const parts = partsOf([moof.body], tracks);
  const [video, audio] = (['video', 'sound'] as const).map((kind) => ({
    track: tracks.find((track) => track.kind === kind),
    part: parts.find(({ track }) => track.kind === kind),
  }));
  const starts = [video, audio].flatMap((one) => one?.part?.decodeSeconds ?? []);
  if (starts.length === 0) return undefined;
  return {
    ...(video?.track === undefined ? {} : { videoCodec: video.track.codec }),
    ...(audio?.track === undefined ? {} : { audioCodec: audio.track.codec }),
    width: video?.track?.width ?? 0,
    height: video?.track?.height ?? 0,
    startSeconds: Math.min(...starts),
    startsWithKeyFrame:
      video?.track === undefined ||
      (video.part?.beginsWithKeyFrame === true && firstSlice(bytes, moof, video.track) !== NAL.slice),
  };
}

/**
 * Type of the first slice of H.264 in a fragment, as far as the bytes reach: sample flags also mark a picture as a key frame that begins
 * an open group of pictures, from which browsers cannot start to decode.
 */
function firstSlice(bytes: Buffer, moof: Box, { id, codec, unitLengthBytes }: Track): number | undefined {
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
