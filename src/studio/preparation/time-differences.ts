import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import { counted } from '../../../protocol/runtime/counted.ts';
import type { PacketTimes } from './packet-times.ts';

/** Tolerated difference of a time from the source: less than viewers notice between lips and voice. */
const TOLERANCE_SECONDS = 0.05;
/** A packet that only has a decode time is shown at most this many packets later. */
const ROUGH_PACKETS = 4;
/** Added if the clock jumps: streams do not jump at the same packet, and a transport stream's last packet may have a wrong time. */
const JUMP_TOLERANCE_SECONDS = 1;
/** Containers round times to milliseconds. */
const ROUNDING_SECONDS = 0.0015;
/** Audio frames that may differ: the first and the last frame are decoded only in part. */
const SOUND_ENDS = 2;

export interface Compared {
  readonly source: PacketTimes;
  /** Time in the source at which the video begins. */
  readonly originSeconds: number;
  readonly made: PacketTimes | undefined;
}

export interface ComparedPictures extends Compared {
  /** Times in the video at which the pictures' shape changes. ffmpeg's MPEG-2 decoder loses the last picture before a change. */
  readonly shapeChanges?: readonly number[] | undefined;
}

export interface ComparedSound extends Compared {
  readonly isWronglyCounted?: boolean | undefined;
}

/**
 * Describes how encoded pictures differ from the source, in a sentence; `undefined` if each picture has its counterpart. Repetitions of
 * the first and last picture, for a track that begins late or ends early, are no difference.
 */
export function pictureDifference(compared: ComparedPictures): string | undefined {
  const { source, originSeconds, made, shapeChanges = [] } = compared;
  const tolerance = toleranceOf(source);
  const wanted = source.times.map((time) => time - originSeconds);
  const found = made?.times ?? [];
  const lost = new Set(shapeChanges.map((change) => wanted.findLast((time) => time < change - ROUNDING_SECONDS)));
  const missing = withoutNeighbour(wanted, found, tolerance).filter((time) => !lost.has(time));
  if (missing.length > 0)
    return `${counted(missing.length, 'picture')} of ${wanted.length} ${missing.length === 1 ? 'is' : 'are'} missing, the first at ${clockTime(missing[0] ?? 0)}`;
  const [first = 0, last = 0] = [wanted[0], wanted.at(-1)];
  const inside = found.filter((time) => time > first + tolerance && time < last - tolerance);
  const extra = withoutNeighbour(inside, wanted, tolerance);
  if (extra.length === 0) return undefined;
  return `${counted(extra.length, 'picture')} ${extra.length === 1 ? 'is' : 'are'} where the file has none, the first at ${clockTime(extra[0] ?? 0)}`;
}

/** Describes how encoded sound differs from the source. Silence in place of missing sound, also before its start, is no difference. */
export function soundDifference({ source, originSeconds, made, isWronglyCounted }: ComparedSound): string | undefined {
  const tolerance =
    toleranceOf(source, isWronglyCounted) + SOUND_ENDS * Math.max(source.stepSeconds, made?.stepSeconds ?? 0);
  const wanted = source.endSeconds - originSeconds;
  if (made === undefined) return 'none of it is there';
  const tooLong = made.endSeconds - wanted;
  if (Math.abs(tooLong) > tolerance)
    return `it ends at ${made.endSeconds.toFixed(2)} s, and in the file at ${wanted.toFixed(2)} s`;
  const gap = made.times.findIndex((time, at) => time - (made.times[at - 1] ?? 0) > tolerance + made.stepSeconds);
  return gap === -1 ? undefined : `nothing is there before ${clockTime(made.times[gap] ?? 0)}`;
}

function toleranceOf({ isRough, stepSeconds, jumpCount }: PacketTimes, isWronglyCounted = false): number {
  const unknown = (jumpCount + (isWronglyCounted ? 1 : 0)) * JUMP_TOLERANCE_SECONDS;
  return TOLERANCE_SECONDS + (isRough ? ROUGH_PACKETS * stepSeconds : 0) + unknown;
}

/** Times of the first list without a time of the second list within the tolerance; both lists are sorted. */
function withoutNeighbour(times: readonly number[], others: readonly number[], tolerance: number): number[] {
  let at = 0;
  return times.filter((time) => {
    while (at + 1 < others.length && Math.abs((others[at + 1] ?? 0) - time) <= Math.abs((others[at] ?? 0) - time))
      at += 1;
    return Math.abs((others[at] ?? Number.POSITIVE_INFINITY) - time) > tolerance;
  });
}
