// @module-tag thorough
import { expect } from 'vitest';
import { beginFlush, flush, freshPrefix, logEvents, test, visit } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';

const EVENT_COUNT = 60;
const DAY_MS = 86_400_000;

/** Runs in a page and in a worker: shifts the clock by a day from now on. */
const moveClock = (byMs: number): void => {
  const now = Date.now.bind(Date);
  Date.now = () => now() + byMs;
};

test.for([
  ['forward', DAY_MS],
  ['back', -DAY_MS],
] as const)(
  'a clock that is moved %s by a day, with a failing provider: nothing is lost [X6]',
  async ([, byMs], { lab }) => {
    const before = freshPrefix('beforejump');
    const after = freshPrefix('afterjump');
    const { page, frame } = await visit(lab.context, lab.hostUrl);
    await flush(frame);
    await lab.provider.breakLog({ kind: 'status', status: 503 });
    await logEvents(frame, before, EVENT_COUNT);
    beginFlush(frame);
    await lab.provider.untilFaults(1);
    await frame.evaluate(moveClock, byMs);
    await expect.poll(() => page.workers().length, POLLING).toBeGreaterThan(0);
    for (const worker of page.workers()) await worker.evaluate(moveClock, byMs);
    await logEvents(frame, after, EVENT_COUNT);
    await flush(frame);
    await lab.provider.heal();
    await flush(frame);
    await page.close();
    await visit(lab.context, lab.hostUrl);
    await lab.provider.expectEachOnce({ prefix: before, count: EVENT_COUNT }, { prefix: after, count: EVENT_COUNT });
  },
);
