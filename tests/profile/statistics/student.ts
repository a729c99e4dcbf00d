/** Two-sided 95 % points of Student's distribution, for 1 to 30 degrees of freedom. */
const POINTS = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const NORMAL = 1.959_964;
export const CONFIDENCE = 0.95;

/** How many standard errors an interval of 95 % reaches to each side. */
export function studentPoint(degreesOfFreedom: number): number {
  const whole = Math.floor(degreesOfFreedom);
  if (whole < 1) return Number.POSITIVE_INFINITY;
  // Beyond the table, the first terms of the expansion around the normal distribution are exact to three digits.
  return POINTS[whole - 1] ?? NORMAL + (NORMAL ** 3 + NORMAL) / (4 * whole);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Variance of the population that the values are a sample of; `NaN` for a single value. */
export function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? below;
  return below + (above - below) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
