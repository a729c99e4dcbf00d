/** Chance that the true median is outside of the interval. */
const ERROR_MAX = 0.05;

export interface MedianInterval {
  readonly median: number;
  /** Infinite for fewer than six values, which give no interval of this confidence. */
  readonly low: number;
  readonly high: number;
}

/**
 * Median with its interval of at least 95 % by the sign test: the interval lies between two of the values. It assumes nothing about their
 * distribution, so a single disturbed pair does not widen it.
 */
export function medianInterval(values: readonly number[]): MedianInterval {
  const sorted = [...values].sort((one, other) => one - other);
  const cut = cutOf(sorted.length);
  return {
    median: middleOf(sorted),
    low: sorted[cut - 1] ?? Number.NEGATIVE_INFINITY,
    high: sorted[sorted.length - cut] ?? Number.POSITIVE_INFINITY,
  };
}

/** Whether the sign of the median is known. */
export function isSignKnown({ low, high }: MedianInterval): boolean {
  return low > 0 || high < 0;
}

export function middleOf(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

/** Rank of the values at the ends of the interval, counted from the smallest and from the largest; 0 if there are too few values. */
function cutOf(count: number): number {
  let chance = 0.5 ** count;
  let outside = 2 * chance;
  let cut = 0;
  while (outside <= ERROR_MAX) {
    cut += 1;
    chance *= (count - cut + 1) / cut;
    outside += 2 * chance;
  }
  return cut;
}
