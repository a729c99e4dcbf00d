import { expect, test } from 'vitest';
import { openLab } from '../storm/lab.ts';
import { describeLoss } from '../storm/report/describe-loss.ts';
import { isKept, runStorm } from '../storm/run-storm.ts';
import { sharedByTests } from './support/shared.ts';

/** Every kind of film on every kind of machine; `npm run test:storm` goes through them many times. */
const TRIALS = 28;
const SEEDS = 1_000_000;
const TIMEOUT_MS = 240_000;

const lab = sharedByTests(
  () => openLab(),
  ({ stop }) => stop(),
);

test(
  'random requests of viewer and host at random moments from navigation on: what was asked for last is what happens',
  { retry: 0, timeout: TIMEOUT_MS },
  async () => {
    const seed = Math.floor(Math.random() * SEEDS);
    const results = await runStorm(lab, { trials: TRIALS, seed, concurrency: 3 });
    const losses = results.filter((result) => !isKept(result)).map(describeLoss);
    expect(losses.join('\n\n'), `storm from seed ${seed}`).toBe('');
  },
);
