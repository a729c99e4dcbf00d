import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import { counted } from '../../../protocol/runtime/counted.ts';
import type { PacketTimes } from './packet-times.ts';

/** A shorter hole may be the joint of two recordings. */
const HOLE_MIN_SECONDS = 0.2;

interface Hole {
  readonly from: number;
  readonly to: number;
}

/**
 * A sentence about times at which a file has neither pictures nor any sound. Bytes that are missing between packets are no error to
 * any decoder; and a pause in only one stream is normal.
 */
export function holeRemarks(streams: readonly (PacketTimes | undefined)[], originSeconds: number): string[] {
  if (streams.length < 2) return [];
  const [first = [], ...others] = streams.map((stream) => (stream === undefined ? [] : holesOf(stream)));
  const common = others.reduce(shared, first);
  const [hole] = common;
  if (hole === undefined) return [];
  const [from, to] = [hole.from, hole.to].map((seconds) => clockTime(seconds - originSeconds, 1));
  const more = common.length === 1 ? '' : `, and so at ${counted(common.length - 1, 'other place')}`;
  return [
    `The file has neither pictures nor sound from ${from} to ${to}${more}: a part of it may be lost. Copy it again if you have it whole.`,
  ];
}

function holesOf({ times, stepSeconds }: PacketTimes): Hole[] {
  return times.slice(1).flatMap((to, at) => {
    const from = (times[at] ?? to) + stepSeconds;
    return to - from > HOLE_MIN_SECONDS ? [{ from, to }] : [];
  });
}

/** Intersections of the holes of two streams. */
function shared(holes: readonly Hole[], others: readonly Hole[]): Hole[] {
  return holes.flatMap((hole) =>
    others
      .map((other) => ({ from: Math.max(hole.from, other.from), to: Math.min(hole.to, other.to) }))
      .filter(({ from, to }) => to - from > HOLE_MIN_SECONDS),
  );
}
