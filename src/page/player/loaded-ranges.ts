import type { SecondsRange } from '../../../protocol/runtime/media/time-ranges.ts';

export function sameRanges(one: readonly SecondsRange[], other: readonly SecondsRange[]): boolean {
  return (
    one.length === other.length &&
    one.every(([start, end], index) => start === other[index]?.[0] && end === other[index]?.[1])
  );
}

/** The end of the range that contains `seconds`, else `seconds` itself. Gaps below the tolerance are ignored. */
export function loadedUntil(ranges: readonly SecondsRange[], seconds: number): number {
  const HOLE_TOLERANCE_SECONDS = 0.1;
  const holding = ranges.find(([start, end]) => seconds >= start - HOLE_TOLERANCE_SECONDS && seconds <= end);
  return holding?.[1] ?? seconds;
}
