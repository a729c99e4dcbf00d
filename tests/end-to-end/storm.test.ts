import { expect } from 'vitest';
import { openLab } from '../storm/lab.ts';
import { describeLoss } from '../storm/report/describe-loss.ts';
import { isKept, runStorm } from '../storm/run-storm.ts';
import type { Combination } from '../storm/script/combination.ts';
import { test as base } from './support/test.ts';

/**
 * Every kind of film on a slow processor and on a slow connection; `npm run test:storm` runs them many times, and other
 * machine profiles.
 */
const TRIALS = 14;
const isWanted = ({ cpu, line }: Combination): boolean => cpu === 4 || line === 'slow';
/** The same trials for every change, so that a failure is caused by the change; other trials belong to the long run. */
const SEED = 1;
const TIMEOUT_MS = 240_000;

const test = base.extend('lab', async ({}, { onCleanup }) => {
  const lab = await openLab();
  onCleanup(() => lab.stop());
  return lab;
});

test(
  'after random requests of viewer and host from navigation on, the latest ones are in effect',
  { timeout: TIMEOUT_MS },
  async ({ lab, task }) => {
    const seed = Number(process.env['ORIEL_TEST_SEED'] ?? SEED);
    task.meta.seed = seed;
    const results = await runStorm(lab, { trials: TRIALS, seed, isWanted, concurrency: 2 });
    const losses = results.filter((result) => !isKept(result)).map(describeLoss);
    expect(losses.join('\n\n'), `storm from seed ${seed}`).toBe('');
  },
);
