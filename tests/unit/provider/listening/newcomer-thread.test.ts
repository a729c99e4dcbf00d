// @module-tag thorough
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { MessageChannel, receiveMessageOnPort, Worker } from 'node:worker_threads';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { measureInThread, type NewcomerTask } from '../../../../src/provider/listening/newcomer-thread.ts';
import type { Situation } from '../../../../src/provider/operations/alert-rule.ts';
import { ALERTS } from '../../../../src/provider/operations/alerts.ts';
import { LOAD_STEP_MS, LoadHistory } from '../../../../src/provider/operations/load-history.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { buildScript } from '../support/database-process.ts';

const built = await buildScript('src/server/newcomers.ts');
afterAll(() => built.remove());

async function listen(): Promise<AddressInfo> {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return server.address() as AddressInfo;
}

test('while the serving thread is blocked, the measured wait of a newcomer grows and raises the alert newcomers_wait', async () => {
  const address = await listen();
  const { port1: measured, port2: results } = new MessageChannel();
  const workerData: NewcomerTask = { address, intervalMs: 20, results };
  const worker = new Worker(built.script, { workerData, transferList: [results] });
  onTestFinished(async () => {
    measured.close();
    await worker.terminate();
  });
  // Blocks this thread, which serves, until the probe reports a wait of more than a second.
  let waitMs = 0;
  while (waitMs <= 1_000) waitMs = (receiveMessageOnPort(measured)?.message as number | undefined) ?? waitMs;

  const clock = createFakeClock();
  const load = new LoadHistory(clock);
  for (let step = 0; step < 5; step += 1) {
    load.newcomer(waitMs);
    await clock.advance(LOAD_STEP_MS);
  }
  expect(ALERTS.newcomers_wait.holds({ load } as unknown as Situation)).toContain('waits');
});

test('the wait of a served newcomer is reported to the serving thread', async () => {
  const waits: number[] = [];
  const stop = measureInThread(pathToFileURL(built.script), await listen(), (waitMs) => void waits.push(waitMs), 20);
  onTestFinished(stop);
  await expect.poll(() => waits.length).toBeGreaterThan(0);
  expect(waits[0]).toBeGreaterThan(0);
});
