import { expect, test } from 'vitest';
import { succeed } from '../../../../../protocol/runtime/outcome.ts';
import { MemoryLogStore } from '../../../../../workers/infrastructure/storage/memory-log-store.ts';
import { makeStoredEvent, makeStoredRequest } from '../../../../support/log-store-contract.ts';

test('storing a request in memory removes the events that it contains', async () => {
  const store = new MemoryLogStore();
  expect(await store.putEvents([makeStoredEvent('a'), makeStoredEvent('b')])).toEqual(succeed(undefined));
  expect(await store.putRequest(makeStoredRequest('r', { eventIds: ['a'] }))).toEqual(succeed(undefined));
  expect(await store.hasNoneOf([], [makeStoredEvent('a')])).toEqual(succeed(true));
  expect(await store.hasNoneOf([], [makeStoredEvent('b')])).toEqual(succeed(false));
  expect(await store.hasNoneOf([makeStoredRequest('r')], [makeStoredEvent('a')])).toEqual(succeed(false));
  expect(await store.deleteEvents(['b'])).toEqual(succeed(undefined));
  expect(await store.hasNoneOf([], [makeStoredEvent('b')])).toEqual(succeed(true));
});

test('a request in memory is QUEUED while it is sent, and NEW with one more attempt after a failure, until it is deleted [S5]', async () => {
  const store = new MemoryLogStore();
  await store.putRequest(makeStoredRequest('r'));
  const queued = makeStoredRequest('r', { status: 'QUEUED', owner: 'me', queuedAt: 7 });
  expect(await store.takeRequest('r', 'me', 7)).toEqual(succeed(queued));
  expect(await store.readRequest('r')).toEqual(succeed(queued));
  expect(await store.returnRequest('r', 2)).toEqual(succeed(undefined));
  expect(await store.readRequest('r')).toEqual(succeed(makeStoredRequest('r', { sendCount: 1, refusedCount: 2 })));
  expect(await store.deleteRequest('r')).toEqual(succeed(undefined));
  expect([store.holdsRequest('r'), await store.readRequest('r')]).toEqual([false, succeed(null)]);
});

test('taking a missing request from memory returns null, and returning it does nothing', async () => {
  const store = new MemoryLogStore();
  expect(await store.takeRequest('r', 'me', 7)).toEqual(succeed(null));
  expect(await store.returnRequest('r')).toEqual(succeed(undefined));
  expect(await store.listRequests()).toEqual(succeed([]));
});

test('requests in memory can be listed, counted by events, and deleted by a rule', async () => {
  const store = new MemoryLogStore();
  const old = makeStoredRequest('old', { timestamp: 1, eventIds: ['a', 'b'] });
  const young = makeStoredRequest('young', { timestamp: 9, eventIds: ['c'] });
  await store.putRequest(old);
  await store.putRequest(young);
  expect(await store.listRequests()).toEqual(succeed([old, young]));
  expect(await store.countRequestedEvents()).toEqual(succeed(3));
  expect(await store.deleteRequestsWhere(({ timestamp }) => timestamp < 5)).toEqual(succeed([old]));
  expect(await store.listRequests()).toEqual(succeed([young]));
});

test('the memory store has no events of other tabs, and is empty after closing', async () => {
  const store = new MemoryLogStore();
  await store.putEvents([makeStoredEvent('a', 'dead')]);
  await store.putRequest(makeStoredRequest('r'));
  expect(await store.listEventOwners()).toEqual(succeed(new Set()));
  expect(await store.adoptEvents()).toEqual(succeed([]));
  store.close();
  expect(await store.hasNoneOf([makeStoredRequest('r')], [makeStoredEvent('a')])).toEqual(succeed(true));
});
