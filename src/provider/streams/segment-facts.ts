import { boxesIn, boxesOfType } from './mp4/boxes.ts';
import { partsOf } from './mp4/fragments.ts';
import { tracksOf } from './mp4/tracks.ts';
import { createFile, MP4BoxBuffer, type ISOFile } from 'mp4box';

/** Facts in the first bytes of a fragmented MP4 that its playlist lacks. */
export interface SegmentFacts {
  /** Codecs as in `CODECS`; absent where there is no such track. */
  readonly videoCodec?: string;
  readonly audioCodec?: string;
  /** Pixels; 0 without pictures. */
  readonly width: number;
  readonly height: number;
  /** Earliest decoding time of the segment, seconds. */
  readonly startSeconds: number;
  /** Its pictures need none from before. */
  readonly startsWithKeyFrame: boolean;
}

/** Boxes that begin an init segment, a segment, or a file that holds both. */
const FIRST_BOXES = new Set(['ftyp', 'styp', 'sidx', 'moof', 'emsg', 'prft']);

/**
 * Reads an init segment followed by the beginning of a segment, or of a file that holds both. `undefined` for what is no
 * fragmented MP4, and where the description of the first samples is cut off.
 */
export function readSegmentFacts(...pieces: readonly Uint8Array[]): SegmentFacts | undefined {
  return read(pieces, () => factsOf(parse(pieces)));
}

/**
 * The same with names of codecs that are not whole, for streams whose playlists name them: a tenth of the time, which a
 * catalog of thousands of videos takes at every start.
 */
export function readSegmentTimes(...pieces: readonly Uint8Array[]): SegmentFacts | undefined {
  return read(pieces, () => timesOf(Buffer.concat(pieces)));
}

function read(pieces: readonly Uint8Array[], facts: () => SegmentFacts | undefined): SegmentFacts | undefined {
  if (!pieces.every((piece) => FIRST_BOXES.has(Buffer.from(piece.subarray(4, 8)).toString('latin1')))) return undefined;
  try {
    return facts();
  } catch {
    return undefined;
  }
}

function timesOf(bytes: Buffer): SegmentFacts | undefined {
  const boxes = boxesIn(bytes);
  const [moov, moof] = ['moov', 'moof'].map((type) => boxes.find((box) => box.type === type)?.body);
  if (moov === undefined || moof === undefined || boxesOfType(moof, 'traf').length === 0) return undefined;
  const tracks = tracksOf(moov);
  const parts = partsOf([moof], tracks);
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
    startsWithKeyFrame: video?.track === undefined || video.part?.beginsWithKeyFrame === true,
  };
}

function parse(pieces: readonly Uint8Array[]): ISOFile {
  const file = createFile();
  const bytes = Buffer.concat(pieces);
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(new Uint8Array(bytes).buffer, 0));
  return file;
}

function factsOf(file: ISOFile): SegmentFacts | undefined {
  const tracks = file.getInfo().tracks.map((track) => ({ ...track, first: file.getTrackById(track.id).samples[0] }));
  const video = tracks.find(({ type }) => type === 'video');
  const audio = tracks.find(({ type }) => type === 'audio');
  const firsts = [video, audio].flatMap((track) => track?.first ?? []);
  if (firsts.length === 0) return undefined;
  return {
    ...(video === undefined ? {} : { videoCodec: video.codec }),
    ...(audio === undefined ? {} : { audioCodec: audio.codec }),
    width: video?.video?.width ?? 0,
    height: video?.video?.height ?? 0,
    startSeconds: Math.min(...firsts.map(({ dts, timescale }) => dts / timescale)),
    startsWithKeyFrame: video === undefined || video.first?.is_sync === true,
  };
}
