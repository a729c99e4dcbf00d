import { expect } from 'vitest';
import { openLab } from '../storm/lab.ts';
import { describeLoss } from '../storm/report/describe-loss.ts';
import { isKept, runStorm } from '../storm/run-storm.ts';
import type { Combination } from '../storm/script/combination.ts';
import { test as base } from './support/test.ts';

/**
 * Every kind of film on a slow processor and on a slow line; `npm run test:storm` goes through them many times, and through
 * other machines.
 */
const TRIALS = 14;
const isWanted = ({ cpu, line }: Combination): boolean => cpu === 4 || line === 'slow';
/** The same trials for every change, so that a loss is the change's; other ones are the business of the long run. */
const SEED = 1;
const TIMEOUT_MS = 240_000;

const test = base.extend('lab', async ({}, { onCleanup }) => {
  const lab = await openLab();
  onCleanup(() => lab.stop());
  return lab;
});

test(
  'random requests of viewer and host at random moments from navigation on: what was asked for last is what happens',
  { timeout: TIMEOUT_MS },
  async ({ lab, task }) => {
    const seed = Number(process.env['ORIEL_TEST_SEED'] ?? SEED);
    task.meta.seed = seed;
    const results = await runStorm(lab, { trials: TRIALS, seed, isWanted, concurrency: 2 });
    const losses = results.filter((result) => !isKept(result)).map(describeLoss);
    expect(losses.join('\n\n'), `storm from seed ${seed}`).toBe('');
  },
);
