import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { boxAt, boxesIn, boxesOfType, type Box } from '../../../../src/provider/streams/mp4/boxes.ts';

/** Folder of the recordings that `make-media.sh` makes. */
const MADE = 'tests/media/live';
/** The first fragments of a recording are left out, because encoders write them differently at their start. */
const FRAGMENTS_LEFT_OUT = 8;

/** A piece of an endless recording, about half a second. It begins with a key frame. */
export interface LoopPiece {
  readonly bytes: Uint8Array;
  readonly seconds: number;
}

/** An endless recording, made of a short recording. */
export interface LiveLoop {
  /** Init segment; `null` if the pieces need no init segment. */
  readonly init: Uint8Array | null;
  readonly extension: 'm4s' | 'ts';
  readonly codecs: string;
  /** Number of pieces that play without a discontinuity between them. */
  readonly roundPieces: number;
  /** The piece with this number, counted from 0. */
  piece(number: number): LoopPiece;
}

export type LoopName = 'usual' | 'other' | 'sound' | 'transport';

const SOUND_CODEC = 'mp4a.40.2';
const CODECS = { usual: `avc1.42c015,${SOUND_CODEC}`, other: `avc1.42c01e,${SOUND_CODEC}`, sound: SOUND_CODEC };
/** Number of pieces in which both pictures and sound frames fit whole. */
const ROUND_PIECES = { usual: 8, other: 16, sound: 8 };

export async function readLoop(name: LoopName): Promise<LiveLoop> {
  return name === 'transport' ? readTransportLoop() : readFragmentLoop(name);
}

/** MPEG-TS has timestamps in many packets, so its pieces are not rewritten: a discontinuity joins its rounds. */
async function readTransportLoop(): Promise<LiveLoop> {
  const parts = await Promise.all(Array.from({ length: 8 }, (_, index) => readFile(join(MADE, `${index}.m2ts`))));
  return {
    init: null,
    extension: 'ts',
    codecs: CODECS.usual,
    roundPieces: parts.length,
    piece: (number) => ({ bytes: parts[number % parts.length] as Buffer, seconds: 0.5 }),
  };
}

async function readFragmentLoop(name: keyof typeof CODECS): Promise<LiveLoop> {
  const file = await readFile(join(MADE, `${name}.mp4`));
  const top = boxesIn(file);
  const moov = top.find(({ type }) => type === 'moov') as Box;
  const timescale = (boxAt(moov.body, 'trak', 'mdia', 'mdhd') as Buffer).readUInt32BE(12);
  const fragments = top.flatMap(({ type, start }, index) =>
    type === 'moof' ? [file.subarray(start, top[index + 1]?.end)] : [],
  );
  const times = fragments.map((fragment) => timesOf(fragment).map((time) => time.readBigUInt64BE(TIME_OFFSET)));
  const count = ROUND_PIECES[name];
  const at = (index: number): bigint[] => times[FRAGMENTS_LEFT_OUT + index] as bigint[];
  const ticks = (from: number, to: number): bigint => (at(to)[0] as bigint) - (at(from)[0] as bigint);
  return {
    init: file.subarray(0, moov.end),
    extension: 'm4s',
    codecs: CODECS[name],
    roundPieces: Infinity,
    piece(number) {
      const [round, index] = [BigInt(Math.floor(number / count)), number % count];
      const bytes = Buffer.from(fragments[FRAGMENTS_LEFT_OUT + index] as Buffer);
      for (const [track, time] of timesOf(bytes).entries()) {
        const [first, last] = [at(0)[track] as bigint, at(count)[track] as bigint];
        time.writeBigUInt64BE((at(index)[track] as bigint) - first + round * (last - first), TIME_OFFSET);
      }
      return { bytes, seconds: Number(ticks(index, index + 1)) / timescale };
    },
  };
}

/** Offset of the 64-bit time in a `tfdt` box, behind version (1) and flags. */
const TIME_OFFSET = 4;

/** The `tfdt` box of each track in a fragment, which contains the time at which the track begins. */
function timesOf(fragment: Buffer): Buffer[] {
  const trafs = boxesOfType(boxAt(fragment, 'moof') as Buffer, 'traf');
  return trafs.map((traf) => boxAt(traf, 'tfdt') as Buffer);
}
