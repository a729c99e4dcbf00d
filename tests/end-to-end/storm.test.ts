// @module-tag thorough
import { expect } from 'vitest';
import { openLab } from '../storm/lab.ts';
import { describeLoss } from '../storm/report/describe-loss.ts';
import { isKept, runStorm } from '../storm/run-storm.ts';
import { KINDS, type Combination, type Kind } from '../storm/script/combination.ts';
import { test as base } from './support/test.ts';

/**
 * Every kind of video once, on a slow processor or on a slow connection; `npm run test:storm` runs them many times, on every
 * machine profile.
 */
const TRIALS = KINDS.length;
const ON_SLOW_LINE: readonly Kind[] = ['head-start', 'file', 'live'];
const isWanted = ({ kind, cpu, line }: Combination): boolean =>
  ON_SLOW_LINE.includes(kind) ? line === 'slow' : cpu === 4;
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
