import { expect, test } from 'vitest';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { FailoverLogStore } from '../../../../../workers/infrastructure/storage/failover-log-store.ts';
import { MemoryLogStore } from '../../../../../workers/infrastructure/storage/memory-log-store.ts';
import { Persistence } from '../../../../../workers/infrastructure/storage/persistence.ts';
import { StorageFaults } from '../../../../../workers/infrastructure/storage/storage-faults.ts';
import { storageFault } from '../../../../../workers/infrastructure/storage/storage-fault.ts';
import { createFakeClock, settle } from '../../../../support/fake-clock.ts';
import { DiskContents, FakeDisk } from '../../../../support/fake-disk.ts';
import { makeStoredEvent, makeStoredRequest } from '../../../../support/log-store-contract.ts';

const EXPIRED_AT = 7;

function setUp({ hasDisk = true } = {}) {
  const contents = new DiskContents();
  const disk = new FakeDisk(contents);
  const memory = new MemoryLogStore();
  const persistence = new Persistence(createFakeClock(), new StorageFaults());
  const store = new FailoverLogStore({
    disk: hasDisk ? disk : null,
    memory,
    persistence,
    expiry: { isExpired: ({ timestamp }) => timestamp === EXPIRED_AT },
  });
  return { contents, disk, memory, persistence, store };
}

const idsOf = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id).toSorted();

test('events are stored on disk, and in memory only if the disk fails', async () => {
  const { store, disk, memory, contents } = setUp();
  expect(await store.putEvents([makeStoredEvent('a')])).toEqual({ durable: true });
  expect(await memory.hasNoneOf([], [makeStoredEvent('a')])).toEqual(succeed(true));
  disk.failures.push(storageFault('unknownAbort'));
  expect(await store.putEvents([makeStoredEvent('b')])).toEqual({ durable: false });
  expect(await memory.hasNoneOf([], [makeStoredEvent('b')])).toEqual(succeed(false));
  expect([...contents.events.keys()]).toEqual(['a']);
});

test.each([
  ['unknownAbort', ['old', 'young']],
  ['quotaExceeded', ['young']],
] as const)('after the fault %s the requests on disk are %j: a full disk drops expired ones', async (fault, left) => {
  const { store, disk, contents } = setUp();
  await store.putRequest(makeStoredRequest('old', { timestamp: EXPIRED_AT }), true);
  await store.putRequest(makeStoredRequest('young'), true);
  disk.failures.push(storageFault(fault));
  await store.putEvents([makeStoredEvent('a')]);
  await settle();
  expect([...contents.requests.keys()]).toEqual(left);
});

test('requests of memory and disk are listed, counted and deleted together', async () => {
  const { store, contents, memory } = setUp();
  await store.putRequest(makeStoredRequest('d', { eventIds: ['1', '2'] }), true);
  await store.putRequest(makeStoredRequest('m', { eventIds: ['3'] }), false);
  expect(await store.countRequestedEvents()).toBe(3);
  expect(idsOf(await store.deleteRequestsWhere(() => true))).toEqual(['d', 'm']);
  expect([contents.requests.size, memory.holdsRequest('m')]).toEqual([0, false]);
  expect(await store.countRequestedEvents()).toBe(0);
});

test('deleting a request in memory deletes its events on disk, and deleting a request on disk deletes only the request', async () => {
  const { store, contents } = setUp();
  await store.putEvents([makeStoredEvent('a'), makeStoredEvent('b')]);
  const request = makeStoredRequest('m', { eventIds: ['a'] });
  await store.putRequest(request, false);
  expect(contents.events.size).toBe(2);
  await store.deleteRequest(request);
  expect([...contents.events.keys()]).toEqual(['b']);
  expect(await store.listRequests()).toEqual([]);
  const onDisk = makeStoredRequest('d', { eventIds: ['b'] });
  contents.requests.set('d', onDisk);
  await store.deleteRequest(onDisk);
  expect([contents.requests.size, contents.events.size]).toEqual([0, 1]);
});

test('without a disk events and requests are kept in memory, and no events of other pages are found', async () => {
  const { store } = setUp({ hasDisk: false });
  expect(await store.putEvents([makeStoredEvent('a', 'dead')])).toEqual({ durable: false });
  await store.putRequest(makeStoredRequest('r', { eventIds: ['a'] }), true);
  expect(idsOf(await store.listRequests())).toEqual(['r']);
  expect(await store.countRequestedEvents()).toBe(1);
  expect(await store.takeRequest('gone', 'me', 1, () => true)).toEqual(succeed(null));
  expect(await store.returnRequest('gone')).toEqual(succeed(undefined));
  expect(await store.listEventOwners()).toEqual(new Set());
  expect(await store.adoptEvents('me', () => true)).toEqual([]);
  await store.restore([makeStoredEvent('a')]);
  expect(idsOf(await store.deleteRequestsWhere(() => true))).toEqual(['r']);
  store.close();
});

test('a disk that fails to read counts as empty', async () => {
  const { store, disk } = setUp();
  await store.putRequest(makeStoredRequest('d', { eventIds: ['a'] }), true);
  const reads = [
    () => store.listRequests(),
    () => store.adoptEvents('me', () => true),
    () => store.deleteRequestsWhere(() => true),
  ];
  for (const read of reads) {
    disk.failures.push(storageFault('unknownAbort'));
    expect(await read()).toEqual([]);
  }
  disk.failures.push(storageFault('unknownAbort'));
  expect(await store.listEventOwners()).toEqual(new Set());
  disk.failures.push(storageFault('unknownAbort'));
  expect(await store.countRequestedEvents()).toBe(0);
});

test('restore writes wiped events and waiting requests again, but no delivered or expired requests', async () => {
  const { store, contents } = setUp();
  const [delivered, expired] = [makeStoredRequest('delivered'), makeStoredRequest('expired', { timestamp: 0 })];
  for (const request of [makeStoredRequest('waiting'), delivered, expired]) await store.putRequest(request, true);
  await store.deleteRequest(delivered);
  await store.deleteRequestsWhere(({ id }) => id === 'expired');
  contents.requests.clear();
  await store.restore([makeStoredEvent('e')]);
  expect([...contents.requests.keys()]).toEqual(['waiting']);
  expect([...contents.events.keys()]).toEqual(['e']);
});

test('nothing is restored while the disk has a row, or if the disk cannot be read', async () => {
  const { store, contents, disk } = setUp();
  await store.putRequest(makeStoredRequest('r'), true);
  await store.putRequest(makeStoredRequest('sent by another tab'), true);
  contents.requests.delete('sent by another tab');
  await store.restore([makeStoredEvent('e')]);
  expect([contents.requests.size, contents.events.size]).toEqual([1, 0]);
  contents.requests.clear();
  disk.failures.push(storageFault('unknownAbort'));
  await store.restore([makeStoredEvent('e')]);
  expect([contents.requests.size, contents.events.size]).toEqual([0, 0]);
});

test('when the disk is given up its waiting requests are kept in memory, and not restored to the disk', async () => {
  const { store, persistence, memory, contents } = setUp();
  await store.putRequest(makeStoredRequest('r'), true);
  persistence.giveUp('no disk any more');
  await settle();
  expect(memory.holdsRequest('r')).toBe(true);
  expect(await store.putEvents([makeStoredEvent('a')])).toEqual({ durable: false });
  contents.requests.clear();
  await store.restore([]);
  expect(contents.requests.size).toBe(0);
});
