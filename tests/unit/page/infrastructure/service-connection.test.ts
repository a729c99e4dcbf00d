import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import type { InfrastructureApi, InfrastructureReport } from '../../../../protocol/infrastructure/rpc.ts';
import {
  ServiceConnection,
  type StartedService,
} from '../../../../src/page/infrastructure/connection/service-connection.ts';
import type { ServiceHost } from '../../../../src/page/infrastructure/connection/service-host.ts';
import type { EventReceiver } from '../../../../src/page/infrastructure/connection/line-batch-channel.ts';
import type { Supervisor } from '../../../../src/page/infrastructure/logging/batch-mirror.ts';
import { NO_JOURNAL } from '../../../../src/page/infrastructure/logging/event-journal.ts';
import { makeSettings } from '../../../support/pipeline-harness.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { FakeWorker } from '../../../support/fake-worker.ts';
import { WORKER_CALL_TIMEOUT_MS } from '../../../../src/page/platform/call-with-deadline.ts';
import { WORKER_PING_INTERVAL_MS, WORKER_PING_TIMEOUT_MS } from '../../../../src/page/supervision/liveness.ts';

function createConnection({ workers = [] as (FakeHost | string)[], inlineOnly = false, inlineWorks = true } = {}) {
  const clock = createFakeClock();
  const started: StartedService[] = [];
  const unavailable: string[] = [];
  const inline = new FakeHost('inline');
  const made: string[] = [];
  const preparations: Outcome<unknown>[] = [];
  const supervisors: Supervisor[] = [];
  const receivers: EventReceiver[] = [];
  let journals = 0;
  const needs = { isWaiting: false, isSuspended: false };
  const openAs = (host: FakeHost | string, signal: AbortSignal): Outcome<ServiceHost> =>
    typeof host === 'string' ? fail('worker.unavailable', host) : succeed(host.open(signal));
  const connection = new ServiceConnection({
    clock,
    inlineOnly,
    hosts: {
      createWorker() {
        made.push('worker');
        return new FakeWorker();
      },
      async openWorker(_worker, signal) {
        return openAs(workers.shift() ?? 'worker refused', signal);
      },
      async openInline(signal) {
        made.push('inline');
        return openAs(inlineWorks ? inline : 'inline failed', signal);
      },
    },
    lifecycle: {
      get visibility() {
        return needs.isSuspended ? ('backgrounded' as const) : ('visible' as const);
      },
    },
    context: {
      isTold: false,
      ask: async () => preparations.shift() ?? succeed(null),
      openJournal: () => NO_JOURNAL,
      serviceSettings: () => SETTINGS,
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
  return {
    receivers,
    journals: () => journals,
    clock,
    connection,
    need,
    preparations,
    started,
    unavailable,
    made,
    inline,
  };
}

class FakeHost implements ServiceHost {
  readonly mode;
  isDead = false;
  diesAtStart = false;
  pings = 0;
  signal = new AbortController().signal;
  readonly api = {
    ping: () => {
      this.pings += 1;
      return this.isDead ? new Promise<'ready'>(() => {}) : ('ready' as const);
    },
    start: () => (this.diesAtStart ? new Promise(() => {}) : Promise.resolve(succeed(REPORT))),
    flush: () => (this.isDead ? new Promise(() => {}) : Promise.resolve(succeed('flushed'))),
  } as unknown as InfrastructureApi;

  constructor(mode: 'worker' | 'inline' = 'worker') {
    this.mode = mode;
  }

  get isClosed(): boolean {
    return this.signal.aborted;
  }

  open(signal: AbortSignal): this {
    this.signal = signal;
    return this;
  }

  readonly events: EventReceiver = { deliver: async () => succeed(undefined) };
}

const SETTINGS = makeSettings();
const REPORT: InfrastructureReport = { storage: 'indexeddb', storageReason: '' };

const flush = (api: InfrastructureApi): Promise<Outcome<unknown>> => api.flush();

test('a worker that responds is used, and an earlier call waits for it', async () => {
  const { connection, started } = createConnection({ workers: [new FakeHost()] });
  expect(await connection.call(flush)).toEqual(succeed('flushed'));
  expect(started).toMatchObject([{ mode: 'worker', reason: '' }]);
});

test('while it is not known what to start it with, no service starts and calls say why; another attempt starts it', async () => {
  const { connection, preparations, started } = createConnection({ workers: [new FakeHost()] });
  const refused = fail('net.unknown', 'no answer');
  preparations.push(refused, refused);
  expect(await connection.call(flush)).toEqual(refused);
  expect(await connection.retry(flush)).toEqual(refused);
  expect(connection.isStarted).toBe(false);
  expect(started).toEqual([]);
  const attempts = [connection.retry(flush), connection.retry(flush)];
  expect(await Promise.all(attempts)).toEqual([succeed('flushed'), succeed('flushed')]);
  expect(started).toMatchObject([{ mode: 'worker' }]);
});

test('every service that starts gets the events, and a page that has learned its configuration a new journal', async () => {
  const [first, second] = [new FakeHost(), new FakeHost()];
  const { clock, connection, need, receivers, journals } = createConnection({ workers: [first, second] });
  connection.openOutbox();
  expect(receivers).toEqual([]);
  await clock.advance(0);
  expect([receivers, journals()]).toEqual([[first.events], 1]);
  connection.openOutbox();
  expect(receivers).toEqual([first.events, first.events]);
  need({ isWaiting: true });
  first.isDead = true;
  await clock.advance(WORKER_PING_INTERVAL_MS + WORKER_PING_TIMEOUT_MS);
  expect(receivers.at(-1)).toBe(second.events);
});

test('a worker that does not start is replaced by the same service on main, and the reason is reported', async () => {
  const { clock, connection, started, made } = createConnection({ workers: ['worker refused: SecurityError'] });
  await clock.advance(0);
  expect(connection.mode).toBe('inline');
  expect(started).toMatchObject([{ mode: 'inline', reason: 'worker refused: SecurityError' }]);
  expect(made).toEqual(['worker', 'inline']);
});

test('with the inline option no worker is created', async () => {
  const { clock, made, started } = createConnection({ inlineOnly: true });
  await clock.advance(0);
  expect(made).toEqual(['inline']);
  expect(started).toMatchObject([{ mode: 'inline', reason: 'asked for' }]);
});

test('without a worker or inline service calls fail with the reason', async () => {
  const { connection, unavailable } = createConnection({ inlineWorks: false });
  expect(await connection.call(flush)).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(unavailable).toEqual(['worker refused; inline failed']);
});

test('a call without a response ends at its deadline', async () => {
  const host = new FakeHost();
  const { clock, connection } = createConnection({ workers: [host] });
  await clock.advance(0);
  host.isDead = true;
  const outcome = connection.call(flush);
  await clock.advance(WORKER_CALL_TIMEOUT_MS);
  expect(await outcome).toMatchObject({ ok: false, code: 'worker.timeout' });
  expect(clock.pendingCount()).toBe(0);
});

test('a call that throws returns a failed outcome', async () => {
  const { connection } = createConnection({ workers: [new FakeHost()] });
  const outcome = await connection.call(() => {
    throw new TypeError('could not be cloned');
  });
  expect(outcome).toMatchObject({ ok: false, code: 'worker.unavailable' });
});

test('pending calls end at once when the worker is known to be gone', async () => {
  const host = new FakeHost();
  const { clock, connection } = createConnection({ workers: [host] });
  await clock.advance(0);
  host.isDead = true;
  const outcome = connection.call(flush);
  await clock.advance(0);
  connection.stop();
  expect(await outcome).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(host.isClosed).toBe(true);
});

test('while a call waits, a dead worker is found within a second and three, and replaced', async () => {
  const [first, second] = [new FakeHost(), new FakeHost()];
  const { clock, connection, need, started } = createConnection({ workers: [first, second] });
  await clock.advance(0);
  need({ isWaiting: true });
  first.isDead = true;
  await clock.advance(WORKER_PING_INTERVAL_MS + WORKER_PING_TIMEOUT_MS - 1);
  expect(first.isClosed).toBe(false);
  await clock.advance(1);
  expect(first.isClosed).toBe(true);
  expect(started).toHaveLength(2);
  expect(await connection.call(flush)).toEqual(succeed('flushed'));
});

test('a live worker is pinged every second and left alone', async () => {
  const host = new FakeHost();
  const { clock, need, started } = createConnection({ workers: [host] });
  await clock.advance(0);
  need({ isWaiting: true });
  await clock.advance(10_500);
  expect(host.pings).toBe(10);
  expect(started).toHaveLength(1);
});

test('a worker that responded since the last check is not pinged, one that stops responding is', async () => {
  const host = new FakeHost();
  const { clock, connection, need } = createConnection({ workers: [host] });
  await clock.advance(0);
  need({ isWaiting: true });
  for (let round = 0; round < 20; round += 1) {
    await clock.advance(WORKER_PING_INTERVAL_MS / 2);
    connection.worker.noteServed();
  }
  expect(host.pings).toBe(0);
  await clock.advance(2 * WORKER_PING_INTERVAL_MS);
  expect(host.pings).toBe(1);
});

test('a wait that ends leaves no timer, and the next one starts over', async () => {
  const host = new FakeHost();
  const { clock, connection, need } = createConnection({ workers: [host] });
  await clock.advance(0);
  need({ isWaiting: true });
  connection.worker.noteServed();
  need({ isWaiting: false });
  expect(clock.pendingCount()).toBe(0);
  need({ isWaiting: true });
  await clock.advance(WORKER_PING_INTERVAL_MS);
  expect(host.pings).toBe(1);
});

test('no pings are sent while nothing waits, or the page is hidden', async () => {
  const host = new FakeHost();
  const { clock, need } = createConnection({ workers: [host] });
  await clock.advance(0);
  need({ isWaiting: true });
  need({ isSuspended: true });
  await clock.advance(10_000);
  need({ isWaiting: false });
  need({ isSuspended: false });
  await clock.advance(10_000);
  expect(host.pings).toBe(0);
  expect(clock.pendingCount()).toBe(0);
});

test('hiding the page during a ping does not count against the worker', async () => {
  const host = new FakeHost();
  const { clock, need, started } = createConnection({ workers: [host] });
  await clock.advance(0);
  need({ isWaiting: true });
  host.isDead = true;
  await clock.advance(WORKER_PING_INTERVAL_MS);
  need({ isSuspended: true });
  await clock.advance(60_000);
  expect(started).toHaveLength(1);
});

test('after three restarts the service runs on main', async () => {
  const workers = Array.from({ length: 6 }, () => new FakeHost());
  const { clock, connection, need, started } = createConnection({ workers: [...workers] });
  await clock.advance(0);
  need({ isWaiting: true });
  for (const worker of workers) worker.isDead = true;
  await clock.advance(60_000);
  expect(started.map(({ mode }) => mode)).toEqual(['worker', 'worker', 'worker', 'worker', 'inline']);
  expect(connection.mode).toBe('inline');
  expect(started.at(-1)?.reason).toContain('worker died');
});

test('deaths half an hour apart never move the service to main', async () => {
  const workers = Array.from({ length: 10 }, () => new FakeHost());
  const { clock, connection, need, started } = createConnection({ workers: [...workers] });
  await clock.advance(0);
  need({ isWaiting: true });
  for (const worker of workers.slice(0, -1)) {
    await clock.advance(30 * 60_000);
    worker.isDead = true;
  }
  await clock.advance(30 * 60_000);
  expect(started).toHaveLength(10);
  expect(connection.mode).toBe('worker');
});

test('a worker that dies during its setup is replaced, and calls wait for the next one', async () => {
  const [first, second] = [new FakeHost(), new FakeHost()];
  Object.assign(first, { isDead: true, diesAtStart: true });
  const { clock, connection, need, started } = createConnection({ workers: [first, second] });
  await clock.advance(0);
  const outcome = connection.call(flush);
  need({ isWaiting: true });
  await clock.advance(WORKER_PING_INTERVAL_MS + WORKER_PING_TIMEOUT_MS);
  expect(first.isClosed).toBe(true);
  expect(started).toHaveLength(1);
  expect(await outcome).toEqual(succeed('flushed'));
});

test('nothing starts after stop', async () => {
  const { clock, connection, started } = createConnection({ workers: [new FakeHost(), new FakeHost()] });
  connection.stop();
  void connection.worker.restart('died');
  await clock.advance(60_000);
  expect(started).toEqual([]);
});
