import { boxAt, boxesOfType } from './boxes.ts';
import { NO_DEFAULTS, type SampleDefaults, type Track } from './tracks.ts';

/** Samples of one track in a segment. */
export interface TrackPart {
  readonly track: Track;
  readonly startSeconds: number;
  /** When its first sample is decoded; only for fragmented MP4. */
  readonly decodeSeconds?: number;
  readonly endSeconds: number;
  readonly beginsWithKeyFrame: boolean;
}

/** Bit of a sample's flags (ISO/IEC 14496-12, 8.8.3.1). */
const IS_NO_KEY_FRAME = 0x1_00_00;

/** Flags of the header of a track in a fragment (`tfhd`, ISO/IEC 14496-12, 8.8.7). */
export const FRAGMENT_FLAGS = {
  baseOffset: 0x1,
  description: 0x2,
  duration: 0x8,
  size: 0x10,
  flags: 0x20,
  isMoofBase: 0x2_00_00,
} as const;
/** Flags of a run of samples (`trun`, ISO/IEC 14496-12, 8.8.8). */
export const RUN_FLAGS = {
  dataOffset: 0x1,
  firstFlags: 0x4,
  duration: 0x100,
  size: 0x200,
  flags: 0x400,
  composition: 0x800,
} as const;

interface Fragment {
  readonly trackId: number;
  readonly decodeTicks: number;
  /** When its first sample is shown, which may be later than it is decoded. */
  readonly startTicks: number;
  /** When all of its samples have been shown. */
  readonly endTicks: number;
  readonly firstFlags: number;
}

/** The tracks of a segment, from its `moof` boxes. */
export function partsOf(moofs: readonly Buffer[], tracks: readonly Track[]): TrackPart[] {
  const fragments = moofs.flatMap((moof) => boxesOfType(moof, 'traf').flatMap((traf) => fragmentOf(traf, tracks)));
  return tracks.flatMap((track) => {
    const own = fragments.filter(({ trackId }) => trackId === track.id);
    const [first] = own;
    if (first === undefined) return [];
    const endTicks = own.reduce((latest, fragment) => Math.max(latest, fragment.endTicks), 0);
    return [
      {
        track,
        startSeconds: first.startTicks / track.ticksPerSecond,
        decodeSeconds: first.decodeTicks / track.ticksPerSecond,
        endSeconds: endTicks / track.ticksPerSecond,
        beginsWithKeyFrame: (first.firstFlags & IS_NO_KEY_FRAME) === 0,
      },
    ];
  });
}

function fragmentOf(traf: Buffer, tracks: readonly Track[]): Fragment[] {
  const [header, time] = [boxAt(traf, 'tfhd'), boxAt(traf, 'tfdt')];
  if (header === undefined || time === undefined) return [];
  const trackId = header.readUInt32BE(4);
  const defaults = defaultsOf(header, tracks.find(({ id }) => id === trackId)?.defaults);
  const decodeTicks = time[0] === 1 ? Number(time.readBigUInt64BE(4)) : time.readUInt32BE(4);
  let [nextTicks, endTicks] = [decodeTicks, 0];
  const runs = boxesOfType(traf, 'trun').map((box) => {
    const run = runOf(box, defaults, nextTicks);
    nextTicks = run.nextTicks;
    endTicks = Math.max(endTicks, run.endTicks);
    return run;
  });
  const [first] = runs;
  return [
    {
      trackId,
      decodeTicks,
      startTicks: first?.startTicks ?? decodeTicks,
      endTicks,
      firstFlags: first?.firstFlags ?? 0,
    },
  ];
}

export const flagsOf = (box: Buffer): number => box.readUIntBE(1, 3);

/** Default values of samples, for fields that their run lacks: from the track's header in the fragment (`tfhd`), else from the track. */
export function defaultsOf(header: Buffer, fallback: SampleDefaults = NO_DEFAULTS): SampleDefaults {
  const flags = flagsOf(header);
  let at = 8 + (flags & FRAGMENT_FLAGS.baseOffset ? 8 : 0) + (flags & FRAGMENT_FLAGS.description ? 4 : 0);
  const next = (isThere: number, otherwise: number): number => {
    if (isThere === 0) return otherwise;
    at += 4;
    return header.readUInt32BE(at - 4);
  };
  const durationTicks = next(flags & FRAGMENT_FLAGS.duration, fallback.durationTicks);
  const sizeBytes = next(flags & FRAGMENT_FLAGS.size, fallback.sizeBytes);
  return { durationTicks, sizeBytes, flags: next(flags & FRAGMENT_FLAGS.flags, fallback.flags) };
}

/** Sizes of the samples of a run (`trun`), and where its data begin, from the base of their track. */
export interface SampleRun {
  readonly sizes: readonly number[];
  /** Offset of the samples; `undefined` if they follow the samples of the previous run. */
  readonly dataOffset: number | undefined;
}

/** Place of the offset of its data in the body of a run. */
export const DATA_OFFSET_AT = 8;

/** @param usualBytes Size of samples whose run states no size. */
export function sampleRun(run: Buffer, usualBytes: number): SampleRun {
  const flags = flagsOf(run);
  const bytesOf = (flag: number): number => (flags & flag ? 4 : 0);
  const sizeAt = bytesOf(RUN_FLAGS.duration);
  const entryBytes = sizeAt + bytesOf(RUN_FLAGS.size) + bytesOf(RUN_FLAGS.flags) + bytesOf(RUN_FLAGS.composition);
  const firstAt = DATA_OFFSET_AT + bytesOf(RUN_FLAGS.dataOffset) + bytesOf(RUN_FLAGS.firstFlags);
  const sizes = Array.from({ length: run.readUInt32BE(4) }, (_, index) =>
    flags & RUN_FLAGS.size ? run.readUInt32BE(firstAt + index * entryBytes + sizeAt) : usualBytes,
  );
  return { sizes, dataOffset: flags & RUN_FLAGS.dataOffset ? run.readInt32BE(DATA_OFFSET_AT) : undefined };
}

interface Run extends Omit<Fragment, 'trackId' | 'decodeTicks'> {
  /** Decoding time of the next run. */
  readonly nextTicks: number;
}

function runOf(run: Buffer, defaults: SampleDefaults, decodeTicks: number): Run {
  const flags = flagsOf(run);
  const count = run.readUInt32BE(4);
  let at = 8 + (flags & RUN_FLAGS.dataOffset ? 4 : 0);
  const firstFlags = flags & RUN_FLAGS.firstFlags ? run.readUInt32BE(at) : undefined;
  at += firstFlags === undefined ? 0 : 4;
  let [nextTicks, startTicks, endTicks] = [decodeTicks, decodeTicks, 0];
  let sampleFlags = defaults.flags;
  for (let sample = 0; sample < count; sample += 1) {
    const field = (isThere: number, otherwise: number): number => {
      if (isThere === 0) return otherwise;
      at += 4;
      return run.readInt32BE(at - 4);
    };
    const durationTicks = field(flags & RUN_FLAGS.duration, defaults.durationTicks);
    field(flags & RUN_FLAGS.size, 0);
    const ownFlags = field(flags & RUN_FLAGS.flags, defaults.flags);
    const shownTicks = nextTicks + field(flags & RUN_FLAGS.composition, 0);
    if (sample === 0) [startTicks, sampleFlags] = [shownTicks, ownFlags];
    nextTicks += durationTicks;
    endTicks = Math.max(endTicks, shownTicks + durationTicks);
  }
  return { startTicks, endTicks, nextTicks, firstFlags: firstFlags ?? sampleFlags };
}
