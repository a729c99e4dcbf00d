import { pairedInterval } from './interval.ts';
import { mean, studentPoint, variance } from './student.ts';

export interface RoundsOptions {
  readonly minimum: number;
  readonly maximum: number;
  /** Half of the interval's width, as a share of the mean of the references. */
  readonly precision: number;
}

export interface RoundsSoFar {
  readonly differences: readonly number[];
  /** Values that the differences relate to, such as those of the runs without workers. */
  readonly references: readonly number[];
}

/**
 * Why no further round is needed, or `null`. Only the width decides, never where the interval lies: to stop as soon as a
 * difference shows would find differences that do not exist.
 */
export function whyEnough(soFar: RoundsSoFar, options: RoundsOptions): string | null {
  const { differences, references } = soFar;
  if (differences.length >= options.minimum) {
    const { low, high } = pairedInterval(differences);
    const allowed = options.precision * mean(references);
    if (low !== null && high !== null && (high - low) / 2 <= allowed)
      return `The interval of the main measure is within ±${(options.precision * 100).toFixed(0)} % after ${differences.length} rounds.`;
  }
  return differences.length >= options.maximum
    ? `There ${differences.length === 1 ? 'was 1 round' : `were ${differences.length} rounds`}, the most that were allowed.`
    : null;
}

/** Estimates from the rounds so far how many rounds there will be. */
export function expectedRounds({ differences, references }: RoundsSoFar, options: RoundsOptions): number {
  const allowed = options.precision * mean(references);
  if (differences.length < 2 || !(allowed > 0)) return options.minimum;
  const deviation = Math.sqrt(variance(differences));
  for (let rounds = Math.max(options.minimum, differences.length); rounds < options.maximum; rounds += 1)
    if ((studentPoint(rounds - 1) * deviation) / Math.sqrt(rounds) <= allowed) return rounds;
  return options.maximum;
}
