import { expect, onTestFinished, test } from 'vitest';
import type { InfrastructureModule } from '../../../protocol/rpc.ts';
import { startInlineHost } from '../../../src/page/infrastructure/connection/inline-host.ts';
import type { StartedHost } from '../../../src/page/infrastructure/connection/service-host.ts';
import { startWorkerHost } from '../../../src/page/infrastructure/connection/worker-host.ts';
import { systemClock } from '../../../src/page/infrastructure/system-clock.ts';
import workerUrl from '../../../workers/infrastructure/infrastructure.worker.ts?worker&url';
import { createFakeClock } from '../../support/fake-clock.ts';
import { makeLines, makeSettings } from '../../support/pipeline-harness.ts';

function close(started: StartedHost): StartedHost {
  onTestFinished(() => {
    if ('host' in started) started.host.close();
  });
  return started;
}

function workerOf(source: string): Worker {
  return new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
}

/** Its own database each time, and a collector that refuses, so that what was stored stays. */
function makeOwnSettings() {
  const { page, ...settings } = makeSettings();
  const dataSyncId = `user ${Math.random()}`;
  return { ...settings, origin: location.origin, page: { ...page, dataSyncId }, collector: '/nowhere/404' };
}

test('the worker answers, starts and stores', async () => {
  const started = close(await startWorkerHost(() => new Worker(workerUrl, { type: 'module' }), systemClock));
  if (!('host' in started)) throw new Error(started.refusal);
  expect(started.host.mode).toBe('worker');
  expect(await started.host.api.start(makeOwnSettings())).toEqual({
    ok: true,
    value: { storage: 'indexeddb', storageReason: '', config: {} },
  });
  expect(await started.host.api.logEvents(makeLines(3))).toEqual({
    ok: true,
    value: { storedCount: 3, mode: 'indexeddb' },
  });
});

test('the same file runs on main, without Comlink', async () => {
  const load = (): Promise<InfrastructureModule> => import('../../../workers/infrastructure/infrastructure.worker.ts');
  const started = close(await startInlineHost(workerUrl, load));
  if (!('host' in started)) throw new Error(started.refusal);
  expect(started.host.mode).toBe('inline');
  expect(await started.host.api.start(makeOwnSettings())).toMatchObject({ value: { storage: 'indexeddb' } });
  expect(await started.host.api.logEvents(makeLines(3))).toMatchObject({ value: { storedCount: 3 } });
});

test('a call before the start is refused with the words of the catalogue [E1]', async () => {
  const started = close(await startWorkerHost(() => new Worker(workerUrl, { type: 'module' }), systemClock));
  if (!('host' in started)) throw new Error(started.refusal);
  expect(await started.host.api.flush()).toMatchObject({ ok: false, message: 'innertube xhrclient not ready' });
});

test.each([
  ['does not exist', () => new Worker('/no-such-worker.js')],
  ['throws as it loads', () => workerOf('throw new Error("broken")')],
  ['has a syntax error', () => workerOf('const const')],
])('a worker whose script %s is refused', async (_how, createWorker) => {
  expect(await startWorkerHost(createWorker, systemClock)).toMatchObject({
    refusal: expect.stringContaining('worker'),
  });
});

test('a constructor that throws is a refusal', async () => {
  const refused = (): Worker => {
    throw new DOMException('Access denied', 'SecurityError');
  };
  expect(await startWorkerHost(refused, systemClock)).toMatchObject({ refusal: expect.stringContaining('refused') });
});

test('a worker that never answers is given up after three seconds', async () => {
  const clock = createFakeClock();
  const started = startWorkerHost(() => workerOf('/* silent */'), clock);
  await clock.advance(3_000);
  expect(await started).toEqual({ refusal: 'worker did not answer' });
});

test('inline code that does not load is a refusal', async () => {
  const started = await startInlineHost('/x.js', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(started).toMatchObject({ refusal: expect.stringContaining('Failed to fetch') });
});
