import type { Interval, Verdict } from '../../../src/profile/report/schema/comparison.ts';
import { mean, studentPoint, variance } from './student.ts';

/**
 * The mean of paired differences, and its interval of 95 % (Student's t). The two runs of a pair share the other load of the
 * machine, most of which cancels out.
 */
export function pairedInterval(differences: readonly number[]): Interval {
  const { length } = differences;
  if (length === 0) return { mean: Number.NaN, low: null, high: null };
  return around(mean(differences), Math.sqrt(variance(differences) / length), length - 1);
}

/** The difference of the means of two independent samples, and its interval of 95 % (Welch). */
export function unpairedInterval(before: readonly number[], after: readonly number[]): Interval {
  const [one, other] = [variance(before) / before.length, variance(after) / after.length];
  const freedom =
    (one + other) ** 2 / (one ** 2 / (before.length - 1) + other ** 2 / (after.length - 1)) ||
    before.length + after.length - 2;
  return around(mean(after) - mean(before), Math.sqrt(one + other), freedom);
}

function around(middle: number, standardError: number, degreesOfFreedom: number): Interval {
  const reach = studentPoint(degreesOfFreedom) * standardError;
  return Number.isFinite(reach)
    ? { mean: middle, low: middle - reach, high: middle + reach }
    : { mean: middle, low: null, high: null };
}

/** Less is better. If the interval includes zero, the verdict is 'cannot tell'. */
export function verdictOf({ low, high }: Interval): Verdict {
  if (low === null || high === null) return 'cannot tell';
  if (high < 0) return 'better';
  return low > 0 ? 'worse' : 'cannot tell';
}
