import { expect, test } from 'vitest';
import { createSenderLock } from '../../../../workers/infrastructure/transport/sender-lock.ts';

const refusing = {
  request: () => Promise.reject(new Error('The request was denied.')),
  query: () => Promise.resolve({}),
};

test('if locks are refused, as in a frame without storage, the work runs without a lock [S10]', async () => {
  const whenAlone = createSenderLock('logged-out', () => refusing);
  expect(await whenAlone(() => Promise.resolve('sent'))).toBe('sent');
});

test('work that fails under a granted lock is not run again, so that nothing is sent twice [S10]', async () => {
  const granting = {
    request: <T>(_: string, __: object, held: (lock: unknown) => Promise<T>) => held({}),
    query: () => Promise.resolve({}),
  };
  let runs = 0;
  const whenAlone = createSenderLock('logged-out', () => granting);
  const failing = whenAlone(() => {
    runs += 1;
    return Promise.reject(new Error('broken'));
  });
  await expect(failing).rejects.toThrow('broken');
  expect(runs).toBe(1);
});
