import { parseArgs } from 'node:util';
import { openLab } from './lab.ts';
import { describeLoss } from './report/describe-loss.ts';
import { describeTotals } from './report/describe-totals.ts';
import { isKept, runStorm } from './run-storm.ts';
import { parseOnly } from './script/combination.ts';

/** Number of seeds: small enough that a seed can be read aloud. */
const SEEDS = 1_000_000;

const OPTIONS = {
  trials: { type: 'string', default: '600' },
  seed: { type: 'string' },
  only: { type: 'string' },
  concurrency: { type: 'string', default: '4' },
  against: { type: 'string' },
} as const;

/** `npm run test:storm`. Resolves with whether all trials were kept. */
export async function main(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const seed = Number(values.seed ?? Math.floor(Math.random() * SEEDS));
  const trials = Number(values.trials);
  const lab = await openLab(values.against);
  const startedAtMs = Date.now();
  console.log(`storm: ${trials} trials from seed ${seed}`);
  try {
    const results = await runStorm(lab, {
      trials,
      seed,
      concurrency: Number(values.concurrency),
      ...(values.only === undefined ? {} : { isWanted: parseOnly(values.only) }),
      onResult: (result) => isKept(result) || console.log(`\n${describeLoss(result)}\n`),
    });
    console.log(`\n${describeTotals(results)} in ${((Date.now() - startedAtMs) / 1_000).toFixed(0)} s`);
    return results.every(isKept);
  } finally {
    await lab.stop();
  }
}
