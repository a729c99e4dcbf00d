import { expect, test } from 'vitest';
import { LIFECYCLE } from '../../../../protocol/constants.ts';
import { succeed, type Outcome } from '../../../../protocol/outcome.ts';
import type { InfrastructureApi } from '../../../../protocol/rpc.ts';
import { Liveness } from '../../../../src/page/infrastructure/connection/liveness.ts';
import {
  ServiceConnection,
  type StartedService,
} from '../../../../src/page/infrastructure/connection/service-connection.ts';
import type { ServiceHost, StartedHost } from '../../../../src/page/infrastructure/connection/service-host.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

function createConnection({ workers = [] as (FakeHost | string)[], inlineOnly = false, inlineWorks = true } = {}) {
  const clock = createFakeClock();
  const started: StartedService[] = [];
  const unavailable: string[] = [];
  const inline = new FakeHost('inline');
  const made: string[] = [];
  const asStarted = (host: FakeHost | string): StartedHost => (typeof host === 'string' ? { refusal: host } : { host });
  const connection = new ServiceConnection({
    clock,
    inlineOnly,
    hosts: {
      async startWorker() {
        made.push('worker');
        return asStarted(workers.shift() ?? 'worker refused');
      },
      async startInline() {
        made.push('inline');
        return asStarted(inlineWorks ? inline : 'inline failed');
      },
    },
    start: async () => succeed({ storage: 'indexeddb', storageReason: '' }),
    onStarted: (service) => started.push(service),
    onUnavailable: (reason) => unavailable.push(reason),
  });
  return { clock, connection, started, unavailable, made, inline };
}

class FakeHost implements ServiceHost {
  readonly mode;
  isDead = false;
  isClosed = false;
  pings = 0;
  readonly api = {
    ping: () => {
      this.pings += 1;
      return this.isDead ? new Promise<'ready'>(() => {}) : ('ready' as const);
    },
    flush: () => (this.isDead ? new Promise(() => {}) : Promise.resolve(succeed('flushed'))),
  } as unknown as InfrastructureApi;

  constructor(mode: 'worker' | 'inline' = 'worker') {
    this.mode = mode;
  }

  deliver(): Promise<Outcome<unknown>> {
    return Promise.resolve(succeed(undefined));
  }

  close(): void {
    this.isClosed = true;
  }
}

const flush = (api: InfrastructureApi): Promise<Outcome<unknown>> => api.flush();

test('a worker that answers is used, and a call made before waits for it', async () => {
  const { connection, started } = createConnection({ workers: [new FakeHost()] });
  expect(await connection.call(flush)).toEqual(succeed('flushed'));
  expect(started).toMatchObject([{ mode: 'worker', reason: '' }]);
});

test('a worker that does not come is replaced by the same service on main, and the reason is told', async () => {
  const { clock, connection, started, made } = createConnection({ workers: ['worker refused: SecurityError'] });
  await clock.advance(0);
  expect(connection.mode).toBe('inline');
  expect(started).toMatchObject([{ mode: 'inline', reason: 'worker refused: SecurityError' }]);
  expect(made).toEqual(['worker', 'inline']);
});

test('asked for inline, no worker is made', async () => {
  const { clock, made, started } = createConnection({ inlineOnly: true });
  await clock.advance(0);
  expect(made).toEqual(['inline']);
  expect(started).toMatchObject([{ mode: 'inline', reason: 'asked for' }]);
});

test('where neither comes, calls fail and say so', async () => {
  const { connection, unavailable } = createConnection({ inlineWorks: false });
  expect(await connection.call(flush)).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(unavailable).toEqual(['worker refused; inline failed']);
});

test('a call that is not answered ends by its deadline', async () => {
  const host = new FakeHost();
  const { clock, connection } = createConnection({ workers: [host] });
  await clock.advance(0);
  host.isDead = true;
  const outcome = connection.call(flush);
  await clock.advance(LIFECYCLE.workerCallTimeoutMs);
  expect(await outcome).toMatchObject({ ok: false, code: 'worker.timeout' });
  expect(clock.pendingCount()).toBe(0);
});

test('a call that throws is an outcome too', async () => {
  const { connection } = createConnection({ workers: [new FakeHost()] });
  const outcome = await connection.call(() => {
    throw new TypeError('could not be cloned');
  });
  expect(outcome).toMatchObject({ ok: false, code: 'worker.unavailable' });
});

test('calls under way end at once when the worker is known to be gone', async () => {
  const host = new FakeHost();
  const { clock, connection } = createConnection({ workers: [host] });
  await clock.advance(0);
  host.isDead = true;
  const outcome = connection.call(flush);
  await clock.advance(0);
  connection.closeHost();
  expect(await outcome).toMatchObject({ ok: false, code: 'worker.unavailable' });
  expect(host.isClosed).toBe(true);
});

function watchConnection(parameters: Parameters<typeof createConnection>[0]) {
  const made = createConnection(parameters);
  const liveness = new Liveness(made.clock, () => made.connection);
  return { ...made, liveness };
}

test('while somebody waits a dead worker is found within a second and three, and replaced', async () => {
  const [first, second] = [new FakeHost(), new FakeHost()];
  const { clock, connection, liveness, started } = watchConnection({ workers: [first, second] });
  await clock.advance(0);
  liveness.setWaiting(true);
  first.isDead = true;
  await clock.advance(LIFECYCLE.workerPingIntervalMs + LIFECYCLE.workerPingTimeoutMs - 1);
  expect(first.isClosed).toBe(false);
  await clock.advance(1);
  expect(first.isClosed).toBe(true);
  expect(started).toHaveLength(2);
  expect(await connection.call(flush)).toEqual(succeed('flushed'));
});

test('a living worker is asked every second and left alone', async () => {
  const host = new FakeHost();
  const { clock, liveness, started } = watchConnection({ workers: [host] });
  await clock.advance(0);
  liveness.setWaiting(true);
  await clock.advance(10_500);
  expect(host.pings).toBe(10);
  expect(started).toHaveLength(1);
});

test('a worker that served somebody since the last look is not asked, one that stops serving is', async () => {
  const host = new FakeHost();
  const { clock, liveness } = watchConnection({ workers: [host] });
  await clock.advance(0);
  liveness.setWaiting(true);
  for (let round = 0; round < 20; round += 1) {
    await clock.advance(LIFECYCLE.workerPingIntervalMs / 2);
    liveness.noteServed();
  }
  expect(host.pings).toBe(0);
  await clock.advance(2 * LIFECYCLE.workerPingIntervalMs);
  expect(host.pings).toBe(1);
});

test('a wait that ends leaves no timer, and the next one begins anew', async () => {
  const host = new FakeHost();
  const { clock, liveness } = watchConnection({ workers: [host] });
  await clock.advance(0);
  liveness.setWaiting(true);
  liveness.noteServed();
  liveness.setWaiting(false);
  expect(clock.pendingCount()).toBe(0);
  liveness.setWaiting(true);
  await clock.advance(LIFECYCLE.workerPingIntervalMs);
  expect(host.pings).toBe(1);
});

test('nobody is asked while nobody waits, or the page is hidden', async () => {
  const host = new FakeHost();
  const { clock, liveness } = watchConnection({ workers: [host] });
  await clock.advance(0);
  liveness.setWaiting(true);
  liveness.setSuspended(true);
  await clock.advance(10_000);
  liveness.setWaiting(false);
  liveness.setSuspended(false);
  await clock.advance(10_000);
  expect(host.pings).toBe(0);
  expect(clock.pendingCount()).toBe(0);
});

test('a page that was hidden during a ping does not accuse the worker', async () => {
  const host = new FakeHost();
  const { clock, liveness, started } = watchConnection({ workers: [host] });
  await clock.advance(0);
  liveness.setWaiting(true);
  host.isDead = true;
  await clock.advance(LIFECYCLE.workerPingIntervalMs);
  liveness.setSuspended(true);
  await clock.advance(60_000);
  expect(started).toHaveLength(1);
});

test('after three restarts the service runs on main', async () => {
  const workers = Array.from({ length: 6 }, () => new FakeHost());
  const { clock, connection, liveness, started } = watchConnection({ workers: [...workers] });
  await clock.advance(0);
  liveness.setWaiting(true);
  for (const worker of workers) worker.isDead = true;
  await clock.advance(60_000);
  expect(started.map(({ mode }) => mode)).toEqual(['worker', 'worker', 'worker', 'worker', 'inline']);
  expect(connection.mode).toBe('inline');
  expect(started.at(-1)?.reason).toContain('worker died');
});

test('after stop nothing starts any more', async () => {
  const { clock, connection, started } = createConnection({ workers: [new FakeHost(), new FakeHost()] });
  connection.stop();
  connection.restart('died');
  await clock.advance(60_000);
  expect(started).toEqual([]);
});
