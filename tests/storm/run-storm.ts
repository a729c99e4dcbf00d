import type { Lab } from './lab.ts';
import { runTrial, type TrialResult } from './browser/run-trial.ts';
import { combinationOf, type Combination } from './script/combination.ts';
import { writeScript } from './script/write-script.ts';

export interface StormOptions {
  readonly trials: number;
  /** Seed of the first trial; later trials have the next seeds. */
  readonly seed: number;
  readonly concurrency: number;
  readonly isWanted?: (combination: Combination) => boolean;
  readonly onResult?: (result: TrialResult) => void;
}

/** Runs trials, `concurrency` of them at the same time. Results are in the order in which trials end. */
export async function runStorm(lab: Lab, options: StormOptions): Promise<TrialResult[]> {
  const results: TrialResult[] = [];
  const seeds = seedsOf(options);
  const work = async (): Promise<void> => {
    for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
      const result = await runTrial(lab, writeScript(seed));
      results.push(result);
      options.onResult?.(result);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency }, work));
  return results;
}

function seedsOf({ seed, trials, isWanted = () => true }: StormOptions): number[] {
  const seeds: number[] = [];
  for (let next = seed; seeds.length < trials; next += 1) if (isWanted(combinationOf(next))) seeds.push(next);
  return seeds;
}

export const isKept = ({ faults }: TrialResult): boolean => faults.length === 0;
