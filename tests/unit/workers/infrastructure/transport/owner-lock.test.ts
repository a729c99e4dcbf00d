import { expect, test } from 'vitest';
import { OWNER_LOCK_TIMEOUT_MS, OwnerLock } from '../../../../../workers/infrastructure/transport/owner-lock.ts';
import { ownerLockName } from '../../../../../protocol/infrastructure/locks.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';
import { FakeLocks } from '../../../../support/fake-locks.ts';

const query = async () => ({ held: [] });

test('a lock that is granted at once ends the wait without a timer [S10]', async () => {
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

test('a lock that is not granted delays the service by two seconds at most, as after a dead worker [S10, X6]', async () => {
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

test.each([
  ['absent', () => undefined],
  [
    'refused at once',
    () => {
      throw new DOMException('denied', 'SecurityError');
    },
  ],
  [
    'refused later',
    () => ({
      request: () => Promise.reject(new DOMException('denied', 'SecurityError')),
      query: () => Promise.reject(),
    }),
  ],
])('if locks are %s the service does not wait, and liveOwners is null [S5]', async (_how, locks) => {
  const clock = createFakeClock();
  const owner = new OwnerLock('s', locks, clock);
  owner.hold();
  await owner.whenHeld();
  expect(clock.pendingCount()).toBe(0);
  expect(await owner.liveOwners()).toBeNull();
  if (_how === 'absent') owner.watch(new Set([ownerLockName('other')]), () => {});
});

/** Two contexts of one origin, each with an owner lock. */
function twoTabs() {
  const locks = new FakeLocks();
  const clock = createFakeClock();
  const tab = (id: string) => {
    const view = locks.contextView();
    return { view, owner: new OwnerLock(id, () => view, clock) };
  };
  return { mine: tab('mine'), other: tab('other') };
}

test('an owner is alive from its hold to its release, and can hold again [S10]', async () => {
  const { mine, other } = twoTabs();
  const alive = new Set([ownerLockName('other')]);
  expect(await mine.owner.liveOwners()).toEqual(new Set());
  other.owner.hold();
  other.owner.hold();
  expect(await mine.owner.liveOwners()).toEqual(alive);
  other.owner.release();
  await settle();
  expect(await mine.owner.liveOwners()).toEqual(new Set());
  other.owner.hold();
  expect(await mine.owner.liveOwners()).toEqual(alive);
});

test('if the list of locks is refused, as in Firefox in frames of other sites, each given lock is tried [S10]', async () => {
  const { mine, other } = twoTabs();
  mine.view.query = () => Promise.reject(new DOMException('not allowed in this context', 'SecurityError'));
  other.owner.hold();
  const [alive, dead] = [ownerLockName('other'), ownerLockName('dead')];
  expect(await mine.owner.liveOwners([alive, dead])).toEqual(new Set([alive]));
  other.owner.release();
  await settle();
  expect(await mine.owner.liveOwners([alive, dead])).toEqual(new Set());
  expect(await mine.owner.liveOwners()).toBeNull();
});

test('a release ends the wait for a lock that was never granted', async () => {
  const owner = new OwnerLock('s', () => ({ request: () => new Promise(() => {}), query }), createFakeClock());
  owner.hold();
  owner.release();
  await owner.whenHeld();
});

test('a missing list of locks means no owners, and a lock without a name has an empty name', async () => {
  const clock = createFakeClock();
  const request = () => Promise.reject(new Error('not asked for'));
  const held = [{ name: 'a' }, {}];
  expect(await new OwnerLock('s', () => ({ request, query: async () => ({}) }), clock).liveOwners()).toEqual(new Set());
  const unnamed = new OwnerLock('s', () => ({ request, query: async () => ({ held }) }), clock);
  expect(await unnamed.liveOwners()).toEqual(new Set(['a', '']));
});

test('the death of a watched owner is reported once, and the release of other locks is not reported [S10]', async () => {
  const { mine, other } = twoTabs();
  let deaths = 0;
  mine.owner.hold();
  other.owner.hold();
  void other.view.request('oriel.sender.user', {}, () => new Promise(() => {}));
  const alive = new Set([...((await mine.owner.liveOwners()) ?? []), 'oriel.sender.user']);
  for (let check = 0; check < 3; check += 1) mine.owner.watch(alive, () => (deaths += 1));
  await settle();
  expect(deaths).toBe(0);
  other.view.end();
  await settle();
  expect(deaths).toBe(1);
});

test('an owner that was reported dead can be watched again', async () => {
  const { mine, other } = twoTabs();
  let deaths = 0;
  for (let life = 1; life <= 2; life += 1) {
    other.owner.hold();
    mine.owner.watch(new Set([other.owner.name]), () => (deaths += 1));
    other.owner.release();
    await settle();
    expect(deaths).toBe(life);
  }
});

test('a release ends the watches of an owner, and later watches are reported again', async () => {
  const { mine, other } = twoTabs();
  const told: string[] = [];
  other.owner.hold();
  mine.owner.watch(new Set([other.owner.name]), () => told.push('before'));
  mine.owner.release();
  mine.owner.watch(new Set([other.owner.name]), () => told.push('after'));
  other.owner.release();
  await settle();
  expect(told).toEqual(['after']);
});
