import { expect, onTestFinished, test } from 'vitest';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Outcome } from '../../../protocol/runtime/outcome.ts';
import type { InfrastructureModule } from '../../../protocol/infrastructure/rpc.ts';
import { openInlineHost } from '../../../src/page/infrastructure/connection/inline-host.ts';
import type { LoadModule, ServiceHost } from '../../../src/page/infrastructure/connection/service-host.ts';
import { openWorkerHost } from '../../../src/page/infrastructure/connection/worker-host.ts';
import { systemClock } from '../../../src/page/infrastructure/system-clock.ts';
import { SupervisedWorker } from '../../../src/page/supervision/supervised-worker.ts';
import workerUrl from '../../../workers/infrastructure/infrastructure.worker.ts?worker&url';
import { makeLines, makeSettings } from '../../support/pipeline-harness.ts';
import { SERVICE_START_TIMEOUT_MS } from '../../../src/page/infrastructure/connection/service-connection.ts';
import { PageSpans } from '../../../src/page/profiling/page-spans.ts';
import { WORKER_PING_INTERVAL_MS, WORKER_PING_TIMEOUT_MS } from '../../../src/page/supervision/liveness.ts';

/** Starts a supervised worker, which is not pinged afterwards. */
function startInWorker(createWorker: () => Worker, clock: Clock = systemClock): Promise<Outcome<ServiceHost>> {
  const supervisor = new SupervisedWorker<ServiceHost>({
    clock,
    createWorker,
    open: (worker, signal) => openWorkerHost(worker, signal, clock, new PageSpans(clock)),
    startTimeoutMs: SERVICE_START_TIMEOUT_MS,
    ping: async ({ api }) => api.ping(),
    pings: {
      intervalMs: WORKER_PING_INTERVAL_MS,
      timeoutMs: WORKER_PING_TIMEOUT_MS,
      isNeeded: () => false,
    },
    onDied: () => undefined,
  });
  onTestFinished(() => supervisor.stop());
  return supervisor.start();
}

function startInline(address: string, load: LoadModule): Promise<Outcome<ServiceHost>> {
  return openInlineHost(address, load, new AbortController().signal, new PageSpans(systemClock));
}

const createWorker = (): Worker => new Worker(workerUrl, { type: 'module' });

function hostOf(started: Outcome<ServiceHost>): ServiceHost {
  if (!started.ok) throw new Error(started.message);
  return started.value;
}

/** Settings with a separate database each time, and a collector that responds 404, so that events stay in the database. */
function makeOwnSettings() {
  const { page, ...settings } = makeSettings();
  const dataSyncId = `user ${Math.random()}`;
  return { ...settings, origin: location.origin, page: { ...page, dataSyncId }, collector: '/nowhere/404' };
}

test('the infrastructure worker starts with IndexedDB and stores events', async () => {
  const host = hostOf(await startInWorker(createWorker));
  expect(host.mode).toBe('worker');
  expect(await host.api.start(makeOwnSettings())).toEqual({
    ok: true,
    value: { storage: 'indexeddb', storageReason: '', config: {} },
  });
  expect(await host.api.logEvents(makeLines(3))).toEqual({
    ok: true,
    value: { handedOverCount: 3, mode: 'indexeddb' },
  });
});

test('the module of the infrastructure worker also runs on the main thread, without Comlink', async () => {
  const load = (): Promise<InfrastructureModule> => import('../../../workers/infrastructure/infrastructure.worker.ts');
  const host = hostOf(await startInline(workerUrl, load));
  expect(host.mode).toBe('inline');
  expect(await host.api.start(makeOwnSettings())).toMatchObject({ value: { storage: 'indexeddb' } });
  expect(await host.api.logEvents(makeLines(3))).toMatchObject({ value: { handedOverCount: 3 } });
});

test('a call before `start` fails with the message that E1 fixes [E1]', async () => {
  const host = hostOf(await startInWorker(createWorker));
  expect(await host.api.flush()).toMatchObject({ ok: false, message: 'innertube xhrclient not ready' });
});
