import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import { callWithDeadline } from '../../../../../src/page/platform/call-with-deadline.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';

function setUp() {
  const clock = createFakeClock();
  const worker = new AbortController();
  const call = <T>(method: () => Promise<Outcome<T>>) => callWithDeadline(clock, 500, worker.signal, method);
  return { clock, worker, call };
}

const never = (): Promise<never> => new Promise(() => {});
const ended = fail('worker.unavailable', 'The infrastructure worker has ended');

test('a response settles a call and leaves no timer', async () => {
  const { clock, call } = setUp();
  expect(await call(async () => succeed(7))).toEqual(succeed(7));
  expect(clock.pendingCount()).toBe(0);
});

test('a call without a response fails at its deadline, and not sooner', async () => {
  const { clock, call } = setUp();
  let outcome: unknown = null;
  void call(never).then((settled) => (outcome = settled));
  await clock.advance(499);
  expect(outcome).toBeNull();
  await clock.advance(1);
  expect(outcome).toEqual(fail('worker.timeout', 'The infrastructure worker did not answer within 500 ms'));
});

test('when the worker ends, pending calls fail and later calls are not made', async () => {
  const { clock, worker, call } = setUp();
  const calling = call(never);
  worker.abort();
  expect(await calling).toEqual(ended);
  let calls = 0;
  const method = (): Promise<never> => {
    calls += 1;
    return never();
  };
  expect(await call(method)).toEqual(ended);
  expect([calls, clock.pendingCount()]).toEqual([0, 0]);
});

test.each([
  ['rejects', () => Promise.reject(new TypeError('cannot be cloned'))],
  [
    'throws',
    () => {
      throw new TypeError('cannot be cloned');
    },
  ],
])('a call that %s fails with the reason', async (_how, method) => {
  const { clock, call } = setUp();
  expect(await call(method)).toEqual(
    fail('worker.unavailable', 'Infrastructure call failed: TypeError: cannot be cloned'),
  );
  expect(clock.pendingCount()).toBe(0);
});
