import { expect, test } from 'vitest';
import { OWNER_LOCK_TIMEOUT_MS, OwnerLock } from '../../../../workers/infrastructure/transport/owner-lock.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';

const query = async () => ({ held: [] });

test('a granted lock is not waited for [S10]', async () => {
  const clock = createFakeClock();
  const owner = new OwnerLock(
    's',
    () => ({ request: async (_name, _options, work) => work({ name: _name }), query }),
    clock,
  );
  owner.hold();
  await owner.whenHeld();
  expect(clock.pendingCount()).toBe(0);
});

test('a lock that a dead worker has not released delays its replacement by two seconds at most [S10, X6]', async () => {
  const clock = createFakeClock();
  const owner = new OwnerLock('s', () => ({ request: () => new Promise(() => {}), query }), clock);
  let isHeld = false;
  owner.hold();
  void owner.whenHeld().then(() => (isHeld = true));
  await clock.advance(OWNER_LOCK_TIMEOUT_MS - 1);
  expect(isHeld).toBe(false);
  await clock.advance(1);
  expect(isHeld).toBe(true);
});
