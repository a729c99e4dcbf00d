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

test('a start that needs the network does not time out offline, but does after the network has returned', async () => {
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
  ['sends an unreadable message', (worker: FakeWorker) => worker.sayUnreadable(), 'worker sent what cannot be read'],
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
