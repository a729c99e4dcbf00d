import { expect, test } from 'vitest';
import { systemClock } from '../../../src/page/infrastructure/system-clock.ts';
import { OwnerLock } from '../../../workers/infrastructure/transport/owner-lock.ts';

const makeOwner = (sessionId: string): OwnerLock => new OwnerLock(sessionId, () => navigator.locks, systemClock);

test('an owner counts as living while it holds its lock, and another wait for the held lock times out [S10]', async () => {
  const sessionId = crypto.randomUUID();
  const [first, second] = [makeOwner(sessionId), makeOwner(sessionId)];
  first.hold();
  await first.whenHeld();
  expect(await second.liveOwners()).toContain(first.name);
  second.hold();
  await second.whenHeld();
  first.release();
  second.release();
  await expect.poll(() => first.liveOwners()).not.toContain(first.name);
});
