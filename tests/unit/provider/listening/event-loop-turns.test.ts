import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { EventLoopTurns } from '../../../../src/provider/listening/event-loop-turns.ts';
import { settle } from '../../../support/fake-clock.ts';

/** Accepts a connection in each of so many turns of the event loop; resolves with how many there were before a task. */
async function acceptedBeforeTask(connections: number): Promise<number | undefined> {
  const server = new EventEmitter();
  const turns = new EventLoopTurns();
  turns.watch(server);
  let accepted = 0;
  let before: number | undefined;
  turns.defer(() => {
    before = accepted;
  });
  for (; accepted < connections; accepted++) {
    server.emit('connection');
    await settle();
  }
  await settle();
  return before;
}

test('a task runs in a later turn of the event loop', async () => {
  let hasRun = false;
  new EventLoopTurns().defer(() => {
    hasRun = true;
  });
  expect(hasRun).toBe(false);
  await settle();
  expect(hasRun).toBe(true);
});

test('connections that arrive are accepted before a task runs, and an endless number of them delays it no further', async () => {
  expect(await acceptedBeforeTask(0)).toBe(0);
  expect(await acceptedBeforeTask(8)).toBeGreaterThanOrEqual(7);
  const endless = await acceptedBeforeTask(1_000);
  expect(endless).toBeGreaterThanOrEqual(8);
  expect(endless).toBeLessThanOrEqual(12);
});
