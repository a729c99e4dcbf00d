/** The slices that no other slice of the list encloses, ordered by time; all are of one thread of a trace. */
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
