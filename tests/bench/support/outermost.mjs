/** Slices of one thread of a trace that no other slice of the list is around, in the order of time. */
export function outermost(slices) {
  let untilTs = -Infinity;
  return slices
    .toSorted((one, other) => one.ts - other.ts || other.dur - one.dur)
    .filter(({ ts, dur = 0 }) => {
      const isOutside = ts >= untilTs;
      if (isOutside) untilTs = ts + dur;
      return isOutside;
    });
}
