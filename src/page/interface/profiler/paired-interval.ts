/** Values of Student's t for an interval of 95 %, for 1, 2, 3 … degrees of freedom. */
const T_95 = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.2, 2.18, 2.16, 2.14, 2.13] as const;
const T_95_MANY = 2;

export interface Interval {
  readonly mean: number;
  /** Half the width of the interval; infinite for fewer than two pairs. */
  readonly margin: number;
}

/** Mean difference of pairs that were measured one after the other, with its confidence interval of 95 %. */
export function pairedInterval(differences: readonly number[]): Interval {
  const count = differences.length;
  const mean = differences.reduce((sum, value) => sum + value, 0) / Math.max(1, count);
  if (count < 2) return { mean, margin: Number.POSITIVE_INFINITY };
  const variance = differences.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  return { mean, margin: (T_95[count - 2] ?? T_95_MANY) * Math.sqrt(variance / count) };
}

/** Whether the interval excludes zero, so that the sign of the mean is known. */
export function isClear({ mean, margin }: Interval): boolean {
  return Math.abs(mean) > margin;
}
