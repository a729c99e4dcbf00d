import { expect, test } from 'vitest';
import { withDeadline } from '../../../../protocol/runtime/deadline.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const never = new Promise<never>(() => {});
const late = () => 'late';

test('work that ends before its deadline returns its result or its error, and leaves no timer', async () => {
  const clock = createFakeClock();
  expect(await withDeadline(Promise.resolve(7), { clock, limitMs: 500, late })).toBe(7);
  const failing = withDeadline(Promise.reject(new TypeError('broken')), { clock, limitMs: 500, late });
  await expect(failing).rejects.toThrow('broken');
  expect(clock.pendingCount()).toBe(0);
});

test('work that has not ended returns the late result exactly at its deadline', async () => {
  const clock = createFakeClock();
  let result = '';
  void withDeadline(never, { clock, limitMs: 500, late }).then((given) => (result = given));
  await clock.advance(499);
  expect(result).toBe('');
  await clock.advance(1);
  expect(result).toBe('late');
});

test('an abort of the signal before or during the wait returns the late result', async () => {
  const clock = createFakeClock();
  const ending = new AbortController();
  const waiting = withDeadline(never, { clock, limitMs: 500, late, signal: ending.signal });
  ending.abort();
  expect(await waiting).toBe('late');
  expect(await withDeadline(never, { clock, limitMs: 500, late, signal: ending.signal })).toBe('late');
  expect(clock.pendingCount()).toBe(0);
});
