import { expect, test } from 'vitest';
import { succeed } from '../../protocol/runtime/outcome.ts';
import type { StoredEvent, StoredRequest } from '../../protocol/infrastructure/records.ts';
import type { LogStore } from '../../workers/infrastructure/storage/log-store.ts';

export function makeStoredEvent(id: string, owner = 'me'): StoredEvent {
  return { id, endpoint: 'log_event', tier: 100, serialized: `{"id":"${id}"}`, timestamp: 1, owner };
}

export function makeStoredRequest(id: string, change: Partial<StoredRequest> = {}): StoredRequest {
  return {
    id,
    url: '/log',
    options: { method: 'POST', headers: {}, body: new Uint8Array([1, 2, 3]) },
    timestamp: 1,
    status: 'NEW',
    sendCount: 0,
    eventIds: [],
    tier: 100,
    sizeBytes: 3,
    offline: false,
    ...change,
  };
}

const nobodyIsDead = (): boolean => false;

/** The contract of every log store, including the fake log store, so that tests with the fake are meaningful. */
export function describeLogStore(name: string, open: () => Promise<LogStore>): void {
  test(`${name}: storing a request removes its events in the same step [S5]`, async () => {
    const store = await open();
    await store.putEvents([makeStoredEvent('a'), makeStoredEvent('b')]);
    expect(await store.putRequest(makeStoredRequest('r', { eventIds: ['a'] }))).toEqual(succeed(undefined));
    expect(await store.hasNoneOf([], [makeStoredEvent('a')])).toEqual(succeed(true));
    expect(await store.hasNoneOf([makeStoredRequest('r')], [])).toEqual(succeed(false));
    expect(await store.hasNoneOf([], [makeStoredEvent('b')])).toEqual(succeed(false));
    expect(await store.countRequestedEvents()).toEqual(succeed(1));
  });

  test(`${name}: a request is NEW, QUEUED when taken, counted when taken again, NEW with one more attempt when returned, and gone when deleted [S5, C7]`, async () => {
    const store = await open();
    await store.putRequest(makeStoredRequest('r'));
    expect(await store.takeRequest('r', 'me', 7, nobodyIsDead)).toMatchObject({
      value: { status: 'QUEUED', owner: 'me', queuedAt: 7, sendCount: 0, options: { body: new Uint8Array([1, 2, 3]) } },
    });
    expect(await store.takeRequest('r', 'other', 8, nobodyIsDead)).toEqual(succeed(null));
    expect(await store.takeRequest('r', 'me', 9, nobodyIsDead)).toMatchObject({ value: { queuedAt: 9, sendCount: 1 } });
    expect(await store.takeRequest('r', 'other', 10, () => true)).toMatchObject({
      value: { owner: 'other', sendCount: 2 },
    });
    await store.returnRequest('r');
    expect(await store.readRequest('r')).toEqual(succeed(makeStoredRequest('r', { sendCount: 3 })));
    await store.returnRequest('r', 2);
    expect(await store.readRequest('r')).toMatchObject({ value: { sendCount: 4, refusedCount: 2 } });
    await store.returnRequest('r');
    expect(await store.readRequest('r')).toMatchObject({ value: { sendCount: 5, refusedCount: 2 } });
    await store.deleteRequest('r');
    expect(await store.readRequest('r')).toEqual(succeed(null));
    await store.returnRequest('r');
    expect(await store.takeRequest('r', 'me', 11, nobodyIsDead)).toEqual(succeed(null));
  });

  test(`${name}: lists id, status, tier, time and size of every request`, async () => {
    const store = await open();
    await store.putRequest(makeStoredRequest('r', { tier: 400, timestamp: 5 }));
    await store.putRequest(makeStoredRequest('s'));
    await store.takeRequest('s', 'me', 1, nobodyIsDead);
    const listed = await store.listRequests();
    expect(listed.ok && [...listed.value].sort((left, right) => left.id.localeCompare(right.id))).toEqual([
      { id: 'r', status: 'NEW', tier: 400, timestamp: 5, sizeBytes: 3 },
      { id: 's', status: 'QUEUED', tier: 100, timestamp: 1, sizeBytes: 3 },
    ]);
  });

  test(`${name}: adopts the events of dead owners, and leaves the events of living owners`, async () => {
    const store = await open();
    await store.putEvents([makeStoredEvent('a', 'dead'), makeStoredEvent('b', 'alive')]);
    expect(await store.listEventOwners()).toEqual(succeed(new Set(['dead', 'alive'])));
    const isDead = ({ owner }: StoredEvent): boolean => owner === 'dead';
    expect(await store.adoptEvents('me', isDead)).toEqual(succeed([makeStoredEvent('a', 'me')]));
    expect(await store.adoptEvents('me', isDead)).toEqual(succeed([]));
    await store.deleteEvents(['a']);
    expect(await store.hasNoneOf([], [makeStoredEvent('a')])).toEqual(succeed(true));
  });

  test(`${name}: deletes the requests that a rule matches, and returns them`, async () => {
    const store = await open();
    await store.putRequest(makeStoredRequest('old', { timestamp: 1 }));
    await store.putRequest(makeStoredRequest('young', { timestamp: 9 }));
    const deleted = await store.deleteRequestsWhere(({ timestamp }) => timestamp < 5);
    expect(deleted.ok && deleted.value.map(({ id }) => id)).toEqual(['old']);
    expect(await store.readRequest('old')).toEqual(succeed(null));
    expect(await store.readRequest('young')).toMatchObject({ value: { id: 'young' } });
  });
}
