import { expect, test } from 'vitest';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import { timeOnline } from '../../../../src/page/player/connection/time-online.ts';
import { FakeWorker } from '../../../support/fake-worker.ts';
import { START_TIMEOUT_MS, supervise } from './support.ts';

const never = (): Promise<never> => new Promise(() => undefined);

test('a worker runs once it is opened, and the start resolves with its service', async () => {
  const { clock, supervisor, lives } = supervise();
  const started = supervisor.start();
  expect(supervisor.state).toBe('starting');
  expect(await started).toEqual(succeed(lives[0]));
  expect(supervisor.state).toBe('running');
  await clock.advance(START_TIMEOUT_MS);
  expect(supervisor.state).toBe('running');
});

test('a worker is opened in the task that starts it', () => {
  const { supervisor, lives } = supervise();
  void supervisor.start();
  expect(lives).toHaveLength(1);
});

test('an adopted worker is opened, and none is created', async () => {
  const { supervisor, lifeAt, workers } = supervise();
  const adopted = new FakeWorker();
  await supervisor.start(adopted);
  expect(lifeAt(0).worker).toBe(adopted);
  expect(workers).toHaveLength(0);
});

test('the worker after an adopted one is created', async () => {
  const { supervisor, lifeAt, workerAt } = supervise();
  const adopted = new FakeWorker();
  await supervisor.start(adopted);
  await supervisor.restart('died');
  expect(adopted.isTerminated).toBe(true);
  expect(lifeAt(1).worker).toBe(workerAt(0));
});

test('a start that needs the network is not refused while that is away, but in time after its return', async () => {
  let awayMs = 0;
  const { clock, supervisor } = supervise({
    open: never,
    startClock: (clock) => timeOnline(clock, { lastAwayMs: () => Math.min(clock.monotonicNow(), awayMs) }),
  });
  const started = supervisor.start();
  awayMs = 60_000;
  await clock.advance(60_000 + START_TIMEOUT_MS - 1);
  expect(supervisor.state).toBe('starting');
  await clock.advance(1);
  expect(supervisor.state).toBe('given-up');
  expect(await started).toEqual(fail('worker.unavailable', 'worker did not answer'));
});

test.each([
  [
    'fires an error event',
    (worker: FakeWorker) => worker.failToLoad('SyntaxError'),
    'worker failed to load: SyntaxError',
  ],
  [
    'fires an error event without a message',
    (worker: FakeWorker) => worker.failToLoad(),
    'worker failed to load: no message',
  ],
  ['sends what cannot be read', (worker: FakeWorker) => worker.sayUnreadable(), 'worker sent what cannot be read'],
])('a start is refused when the worker %s', async (_, fault, message) => {
  const { clock, supervisor, workerAt, lifeAt } = supervise({ open: never });
  const started = supervisor.start();
  fault(workerAt(0));
  expect(await started).toEqual(fail('worker.unavailable', message));
  expect(supervisor.state).toBe('given-up');
  expect(lifeAt(0).signal.aborted).toBe(true);
  expect(workerAt(0).isTerminated).toBe(true);
  expect(clock.pendingCount()).toBe(0);
});

test('a start is refused at the deadline if the worker does not respond', async () => {
  const { clock, supervisor, workerAt } = supervise({ open: never });
  const started = supervisor.start();
  await clock.advance(START_TIMEOUT_MS - 1);
  expect(supervisor.state).toBe('starting');
  await clock.advance(1);
  expect(await started).toEqual(fail('worker.unavailable', 'worker did not answer'));
  expect(workerAt(0).isTerminated).toBe(true);
});

test('a start is refused when the constructor throws', async () => {
  const { supervisor, lives } = supervise({
    createWorker: () => {
      throw new DOMException('Access denied', 'SecurityError');
    },
  });
  const message = 'worker refused: SecurityError: Access denied';
  expect(await supervisor.start()).toEqual(fail('worker.unavailable', message));
  expect(supervisor.state).toBe('given-up');
  expect(lives).toHaveLength(0);
});

test('a start is refused and the worker ended when opening throws', async () => {
  const { supervisor, workerAt } = supervise({
    open: () => {
      throw new TypeError('no canvas');
    },
  });
  expect(await supervisor.start()).toEqual(fail('worker.unavailable', 'worker refused: TypeError: no canvas'));
  expect(workerAt(0).isTerminated).toBe(true);
});

test('a start is refused when opening rejects', async () => {
  const { supervisor, workerAt } = supervise({ open: () => Promise.reject(new TypeError('no clone')) });
  const message = 'worker did not answer: TypeError: no clone';
  expect(await supervisor.start()).toEqual(fail('worker.unavailable', message));
  expect(workerAt(0).isTerminated).toBe(true);
});

test('the failure of opening is passed on unchanged', async () => {
  const failure = fail('net.connect', 'no playlist', { status: 503 });
  const { supervisor } = supervise({ open: () => Promise.resolve(failure) });
  expect(await supervisor.start()).toBe(failure);
  expect(supervisor.state).toBe('given-up');
});

test('error events of a running worker do not end it', async () => {
  const { supervisor, workerAt, lifeAt } = supervise();
  await supervisor.start();
  workerAt(0).failToLoad('uncaught');
  workerAt(0).sayUnreadable();
  expect(supervisor.state).toBe('running');
  expect(lifeAt(0).signal.aborted).toBe(false);
});

test('stop during the start ends the worker, settles the start and leaves no timer', async () => {
  const { clock, supervisor, workerAt, lifeAt } = supervise({ open: never });
  const started = supervisor.start();
  supervisor.stop();
  expect(await started).toEqual(fail('worker.unavailable', 'worker was ended'));
  expect(supervisor.state).toBe('stopped');
  expect(lifeAt(0).signal.aborted).toBe(true);
  expect(workerAt(0).isTerminated).toBe(true);
  expect(clock.pendingCount()).toBe(0);
});

test('stop while a worker is being opened settles the start at once', async () => {
  const { clock, supervisor, workerAt } = supervise({
    open: () => {
      supervisor.stop();
      return never();
    },
  });
  expect(await supervisor.start()).toEqual(fail('worker.unavailable', 'worker was ended'));
  expect(supervisor.state).toBe('stopped');
  expect(workerAt(0).isTerminated).toBe(true);
  expect(clock.pendingCount()).toBe(0);
});

test('stop in the moment in which a worker has opened takes precedence', async () => {
  const { clock, supervisor } = supervise();
  const started = supervisor.start();
  await Promise.resolve();
  supervisor.stop();
  expect(await started).toMatchObject({ ok: false });
  expect(supervisor.state).toBe('stopped');
  expect(clock.pendingCount()).toBe(0);
});

test('stop while running ends the worker after its signal, and leaves no timer', async () => {
  const { clock, supervisor, workerAt, lifeAt } = supervise();
  await supervisor.start();
  let wasRunning = false;
  lifeAt(0).signal.addEventListener('abort', () => (wasRunning = !workerAt(0).isTerminated));
  supervisor.stop();
  expect(wasRunning).toBe(true);
  expect(workerAt(0).isTerminated).toBe(true);
  expect(clock.pendingCount()).toBe(0);
});

test('a second start is refused while the first worker runs', async () => {
  const { supervisor, lives } = supervise();
  await supervisor.start();
  expect(await supervisor.start()).toMatchObject({ ok: false });
  expect(lives).toHaveLength(1);
  expect(supervisor.state).toBe('running');
});

test('a stopped supervisor can be started again', async () => {
  const { supervisor, lifeAt } = supervise();
  await supervisor.start();
  supervisor.stop();
  expect(await supervisor.start()).toEqual(succeed(lifeAt(1)));
  expect(supervisor.state).toBe('running');
});

test('after stop a restart does nothing', async () => {
  const { supervisor, lives } = supervise();
  await supervisor.start();
  supervisor.stop();
  expect(await supervisor.restart('died')).toMatchObject({ ok: false });
  expect(lives).toHaveLength(1);
});
