import { expect, test, vi } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { InfrastructureApi } from '../../../../protocol/infrastructure/rpc.ts';
import { openInlineHost } from '../../../../src/page/infrastructure/connection/inline-host.ts';
import type { EventReceiver } from '../../../../src/page/infrastructure/logging/line-batch-channel.ts';
import {
  ServiceConnection,
  type StartedService,
} from '../../../../src/page/infrastructure/connection/service-connection.ts';
import { openWorkerHost } from '../../../../src/page/infrastructure/connection/worker-host.ts';
import type { Supervisor } from '../../../../src/page/infrastructure/logging/batch-mirror.ts';
import { NO_JOURNAL } from '../../../../src/page/infrastructure/logging/event-journal.ts';
import { PageSpans } from '../../../../src/page/profiling/page-spans.ts';
import { WORKER_PING_INTERVAL_MS, WORKER_PING_TIMEOUT_MS } from '../../../../src/page/supervision/liveness.ts';
import { serveInfrastructure } from '../../../../workers/infrastructure/serve-infrastructure.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { createPromptChannel } from '../../../support/fake-port.ts';
import { ServingFakeWorker } from '../../../support/fake-worker.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { createEnvironment, createServiceHarness } from '../../../support/service-harness.ts';

function createConnection({ workers = [] as ServingFakeWorker[], inlineOnly = false, inlineWorks = true } = {}) {
  const clock = createFakeClock();
  const spans = new PageSpans(clock);
  const started: StartedService[] = [];
  const unavailable: string[] = [];
  const made: string[] = [];
  const preparations: Outcome<unknown>[] = [];
  const supervisors: Supervisor[] = [];
  const receivers: EventReceiver[] = [];
  let journals = 0;
  const needs = { isWaiting: false, isSuspended: false };
  const connection = new ServiceConnection({
    clock,
    inlineOnly,
    hosts: {
      createWorker() {
        made.push('worker');
        const worker = workers.shift();
        if (worker === undefined) throw new DOMException('by a policy', 'SecurityError');
        return worker;
      },
      openWorker: (worker, signal) => openWorkerHost(worker, signal, clock, spans),
      openInline(signal) {
        made.push('inline');
        const load = async () => {
          if (!inlineWorks) throw new TypeError('not found');
          return { createInfrastructure: () => createServiceHarness().service };
        };
        return openInlineHost('/worker.js', load, signal, spans);
      },
    },
    lifecycle: {
      get visibility() {
        return needs.isSuspended ? ('backgrounded' as const) : ('visible' as const);
      },
    },
    context: {
      hasConfig: false,
      requestConfig: async () => preparations.shift() ?? succeed(null),
      openJournal: () => NO_JOURNAL,
      serviceSettings: () => makeSettings(),
    },
    outbox: {
      get isWaiting() {
        return needs.isWaiting;
      },
      superviseBy: (supervisor) => supervisors.push(supervisor),
      open: (receiver) => receivers.push(receiver),
      setJournal: () => (journals += 1),
    },
    hooks: undefined,
  });
  connection.subscribe((service) => {
    if (service.mode === null) unavailable.push(service.reason);
    else started.push(service);
  });
  const need = (change: Partial<typeof needs>): void => {
    Object.assign(needs, change);
    for (const supervisor of supervisors) supervisor.watch();
  };
  return { receivers, journals: () => journals, clock, connection, need, preparations, started, unavailable, made };
}

/** A worker with the real service, on a separate clock, that counts all its pings but the first. */
function makeWorker({ diesAtStart = false } = {}) {
  const worker = new ServingFakeWorker(createPromptChannel());
  const service = serveInfrastructure(worker.scope, createEnvironment(createFakeClock()));
  const ping = vi.spyOn(service, 'ping');
  if (diesAtStart)
    vi.spyOn(service, 'start').mockImplementation(() => {
      worker.silence();
      return new Promise(() => {});
    });
  return Object.assign(worker, { pingCount: () => ping.mock.calls.length - 1 });
}

const read = (api: InfrastructureApi): Promise<Outcome<unknown>> => api.readPreferences();
const NONE = succeed({});

test('a call before the worker has responded waits, and is served by the worker', async () => {
  const { connection, started } = createConnection({ workers: [makeWorker()] });
  expect(await connection.call(read)).toEqual(NONE);
  expect(started).toMatchObject([{ mode: 'worker', reason: '' }]);
});

test('until the configuration has been requested successfully no service starts, and calls fail with the reason', async () => {
  const { connection, preparations, started } = createConnection({ workers: [makeWorker()] });
  const refused = fail('net.unknown', 'no answer');
  preparations.push(refused, refused);
  expect(await connection.call(read)).toEqual(refused);
  expect(await connection.retry(read)).toEqual(refused);
  expect(connection.isStarted).toBe(false);
  expect(started).toEqual([]);
  const attempts = [connection.retry(read), connection.retry(read)];
  expect(await Promise.all(attempts)).toEqual([NONE, NONE]);
  expect(started).toMatchObject([{ mode: 'worker' }]);
});

test('every service that starts receives the events, and the outbox gets a new journal once the configuration is known', async () => {
  const first = makeWorker();
  const { clock, connection, need, receivers, journals } = createConnection({ workers: [first, makeWorker()] });
  connection.openOutbox();
  expect(receivers).toEqual([]);
  await clock.advance(0);
  expect([receivers.length, journals()]).toEqual([1, 1]);
  connection.openOutbox();
  expect(receivers[1]).toBe(receivers[0]);
  need({ isWaiting: true });
  first.silence();
  await clock.advance(WORKER_PING_INTERVAL_MS + WORKER_PING_TIMEOUT_MS);
  expect(new Set(receivers).size).toBe(2);
});

test('a worker that does not start is replaced by the same service on main, and the reason is reported', async () => {
  const { clock, started, made } = createConnection();
  await clock.advance(0);
  expect(started).toMatchObject([{ mode: 'inline', reason: 'worker refused: SecurityError: by a policy' }]);
  expect(made).toEqual(['worker', 'inline']);
});

test('with the inline option no worker is created', async () => {
  const { clock, made, started } = createConnection({ inlineOnly: true });
  await clock.advance(0);
  expect(made).toEqual(['inline']);
  expect(started).toMatchObject([{ mode: 'inline', reason: 'inline requested' }]);
});

test('without a worker or inline service calls fail with the reason', async () => {
  const { connection, unavailable } = createConnection({ inlineWorks: false });
  expect(await connection.call(read)).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(unavailable).toEqual([
    'worker refused: SecurityError: by a policy; inline service failed to load: TypeError: not found',
  ]);
});

test('while a call waits, a dead worker is detected after one ping interval and the ping timeout, and replaced', async () => {
  const [first, second] = [makeWorker(), makeWorker()];
  const { clock, connection, need, started } = createConnection({ workers: [first, second] });
  await clock.advance(0);
  need({ isWaiting: true });
  first.silence();
  await clock.advance(WORKER_PING_INTERVAL_MS + WORKER_PING_TIMEOUT_MS - 1);
  expect(first.isTerminated).toBe(false);
  await clock.advance(1);
  expect(first.isTerminated).toBe(true);
  expect(started).toHaveLength(2);
  expect(await connection.call(read)).toEqual(NONE);
});

test('no pings are sent while nothing waits or the page is in the back/forward cache', async () => {
  const worker = makeWorker();
  const { clock, need } = createConnection({ workers: [worker] });
  await clock.advance(0);
  need({ isWaiting: true });
  need({ isSuspended: true });
  await clock.advance(10_000);
  need({ isWaiting: false });
  need({ isSuspended: false });
  await clock.advance(10_000);
  expect(worker.pingCount()).toBe(0);
  expect(clock.pendingCount()).toBe(0);
});

test('after three restarts the service runs on main', async () => {
  const workers = Array.from({ length: 6 }, () => makeWorker());
  const { clock, need, started } = createConnection({ workers: [...workers] });
  await clock.advance(0);
  need({ isWaiting: true });
  for (const worker of workers.slice(0, 4)) {
    worker.silence();
    await clock.advance(15_000);
  }
  expect(started.map(({ mode }) => mode)).toEqual(['worker', 'worker', 'worker', 'worker', 'inline']);
  expect(started.at(-1)?.reason).toContain('worker died');
});

test('a worker that dies during its setup is replaced, and calls wait for the next one', async () => {
  const [first, second] = [makeWorker({ diesAtStart: true }), makeWorker()];
  const { clock, connection, need, started } = createConnection({ workers: [first, second] });
  await clock.advance(0);
  const outcome = connection.call(read);
  need({ isWaiting: true });
  await clock.advance(WORKER_PING_INTERVAL_MS + WORKER_PING_TIMEOUT_MS);
  expect(first.isTerminated).toBe(true);
  expect(started).toHaveLength(1);
  expect(await outcome).toEqual(NONE);
});

test('no service starts after stop', async () => {
  const { clock, connection, started } = createConnection({ workers: [makeWorker(), makeWorker()] });
  connection.stop();
  void connection.worker.restart('died');
  await clock.advance(60_000);
  expect(started).toEqual([]);
});
