import { clockTime } from '../../../protocol/runtime/clock-time.ts';
import { counted } from '../../../protocol/runtime/counted.ts';
import type { PacketTimes } from './packet-times.ts';

/** Less is a joint of two recordings. */
const HOLE_MIN_SECONDS = 0.2;

interface Hole {
  readonly from: number;
  readonly to: number;
}

/**
 * A sentence about times at which a file has nothing, neither pictures nor any sound: bytes that are gone between packets are no error to
 * any decoder. Pictures alone may pause, and sound alone may be silent.
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

/** Parts of the holes of one stream in which another has nothing, either. */
function shared(holes: readonly Hole[], others: readonly Hole[]): Hole[] {
  return holes.flatMap((hole) =>
    others
      .map((other) => ({ from: Math.max(hole.from, other.from), to: Math.min(hole.to, other.to) }))
      .filter(({ from, to }) => to - from > HOLE_MIN_SECONDS),
  );
}
