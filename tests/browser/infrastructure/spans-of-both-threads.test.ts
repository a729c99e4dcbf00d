import { expect, onTestFinished, test } from 'vitest';
import { openWorkerHost } from '../../../src/page/infrastructure/connection/worker-host.ts';
import { systemClock } from '../../../src/page/infrastructure/system-clock.ts';
import { PageSpans } from '../../../src/page/profiling/page-spans.ts';
import { spansOf } from '../../../protocol/recording/thread-spans.ts';
import { makeLines, makeSettings } from '../../support/pipeline-harness.ts';
import workerUrl from '../../../workers/infrastructure/infrastructure.worker.ts?worker&url';

/** The clocks of two threads of one page differ by less than this, however busy the machine is. */
const CLOCKS_DIFFER_MS = 1;

async function openService() {
  const worker = new Worker(workerUrl, { type: 'module' });
  const ending = new AbortController();
  onTestFinished(() => {
    ending.abort();
    worker.terminate();
  });
  const spans = new PageSpans(systemClock);
  const host = await openWorkerHost(worker, ending.signal, systemClock, spans);
  if (!host.ok) throw new Error(host.message);
  await host.value.api.start({ ...makeSettings(), origin: location.origin });
  const read = async () => (await spans.read(['main', 'infrastructure'])).flatMap(spansOf);
  return { host: host.value, read };
}

test('a call has one flow on both threads, and is served within the time that its caller waits', async () => {
  const { host, read } = await openService();
  await host.api.flush();

  const sides = (await read()).filter(({ name }) => name === 'infrastructure.flush');
  expect(sides.map(({ lane }) => lane)).toEqual(['main', 'infrastructure']);
  const [called, served] = sides;
  if (called === undefined || served === undefined) throw new Error('not recorded');
  expect(served.flow).toBe(called.flow);
  expect(served.startMs).toBeGreaterThanOrEqual(called.startMs - CLOCKS_DIFFER_MS);
  expect(served.startMs + served.durationMs).toBeLessThanOrEqual(called.startMs + called.durationMs + CLOCKS_DIFFER_MS);
});

test('a batch of events has one flow on both threads, and causes a transaction with its rows', async () => {
  const { host, read } = await openService();
  expect(await host.events.deliver(makeLines(3), 0)).toMatchObject({ ok: true });

  const spans = await read();
  const batches = spans.filter(({ name }) => name === 'event batch');
  expect(batches.map(({ lane, flow }) => [lane, flow])).toEqual([
    ['main', 1],
    ['infrastructure', 1],
  ]);
  expect(batches[1]?.value).toBe(3);
  const stored = spans.find(({ name }) => name === 'storage put-events');
  expect(stored?.value).toBeGreaterThanOrEqual(3);
  expect(stored?.startMs).toBeGreaterThanOrEqual((batches[1]?.startMs ?? Number.NaN) - CLOCKS_DIFFER_MS);
});
