import type { Frame, Worker } from 'playwright';
import { expect } from 'vitest';
import { INFRASTRUCTURE_WORKER } from '../../../protocol/threads/worker-names.ts';
import { freshPrefix, logEvents, test, visit, type Visit } from './support/fault-lab.ts';
import { POLLING } from './support/provider-view.ts';
import { infrastructureWorkers } from '../support/infrastructure-workers.ts';

const EVENT_COUNT = 60;

async function onlyWorker(opened: Visit): Promise<Worker> {
  await expect.poll(() => infrastructureWorkers(opened.page).length, POLLING).toBe(1);
  return infrastructureWorkers(opened.page)[0]!;
}

const nameOf = (worker: Worker | undefined) => worker?.evaluate(() => self.name);

/** Two ways to die without an event: one terminates, the other loops endlessly. */
const DEATHS = {
  'is killed': (worker: Worker) => worker.evaluate(() => self.close()),
  // In a separate task: one that the inspector runs cannot be terminated from outside.
  'is stuck for ever': (worker: Worker) =>
    worker.evaluate(() => {
      setTimeout(() => {
        for (;;);
      });
    }),
} as const;

test.for(Object.entries(DEATHS))(
  'a worker that %s is replaced, and nothing is lost [X6]',
  { tags: ['thorough'] },
  async ([, die], { lab }) => {
    const before = freshPrefix('beforedeath');
    const during = freshPrefix('duringdeath');
    const after = freshPrefix('afterdeath');
    const opened = await visit(lab.context, lab.hostUrl);
    const worker = await onlyWorker(opened);
    expect(await nameOf(worker)).toBe(INFRASTRUCTURE_WORKER);
    await logEvents(opened.frame, before, EVENT_COUNT);
    void die(worker).catch(() => {});
    await logEvents(opened.frame, during, EVENT_COUNT);
    await replacementOf(worker, opened);
    await logEvents(opened.frame, after, EVENT_COUNT);
    await untilReady(opened.frame);
    // In a CPU profile the second looks the same as the first.
    const [successor] = infrastructureWorkers(opened.page).filter((other) => other !== worker);
    expect(await nameOf(successor)).toBe(INFRASTRUCTURE_WORKER);
    await lab.provider.expectEachOnce(
      { prefix: before, count: EVENT_COUNT },
      { prefix: during, count: EVENT_COUNT },
      { prefix: after, count: EVENT_COUNT },
    );
  },
);

async function replacementOf(dead: Worker, opened: Visit): Promise<void> {
  const others = (): number => infrastructureWorkers(opened.page).filter((worker) => worker !== dead).length;
  await expect.poll(others, POLLING).toBe(1);
}

const untilReady = (frame: Frame): Promise<unknown> => frame.evaluate(() => window.__bench?.flush());
