import { expect, test } from 'vitest';
import { LOG_BYTES_MAX, LOG_ROWS_MAX } from '../../../../../protocol/constants.ts';
import { succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import type { StoredRequest } from '../../../../../protocol/infrastructure/records.ts';
import { EventQueue } from '../../../../../workers/infrastructure/logging/event-queue.ts';
import { LogCapacity } from '../../../../../workers/infrastructure/logging/log-capacity.ts';
import { storageFault } from '../../../../../workers/infrastructure/storage/storage-fault.ts';
import { makeStoredRequest } from '../../../../support/log-store-contract.ts';

const event = (text = 'x') =>
  ({ id: 'e', endpoint: 'log_event', tier: 100, loggedAtMs: 0, text, skipRetry: false }) as const;

/** A log whose store has the given requests, the least important request first. */
function setUp(requests: readonly StoredRequest[], queued: readonly string[] = []) {
  const waiting = new Map(requests.map((request) => [request.id, request]));
  const stored = new Map<string, Outcome<StoredRequest | null>>(requests.map((row) => [row.id, succeed(row)]));
  const did: string[] = [];
  const evicted: string[] = [];
  const queue = new EventQueue();
  for (const text of queued) queue.add({ ...event(text), queuedAtMs: 0, isDurable: true });
  const capacity = new LogCapacity({
    batcher: {
      heldCount: queue.heldCount,
      heldCharacters: queue.heldCharacters,
      closeAll: async () => void did.push('close queue'),
    },
    store: {
      readRequest: async (id) => stored.get(id) ?? succeed(null),
      deleteRequest: async ({ id }) => void stored.delete(id),
    },
    delivery: {
      get waitingCount() {
        return waiting.size;
      },
      get waitingBytes() {
        return [...waiting.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      },
      leastImportant: () => [...waiting.keys()][0] ?? null,
      forget: (id) => void waiting.delete(id),
      recount: async () => void did.push('recount'),
    },
    observer: { dropped: ({ id }, reason) => void evicted.push(`${reason} ${id}`) },
  });
  return { capacity, waiting, stored, did, evicted };
}

const rows = (count: number): StoredRequest[] =>
  Array.from({ length: count }, (_, index) => makeStoredRequest(`r${index}`, { sizeBytes: 1 }));

test('while the log has room nothing is dropped or recounted', async () => {
  const { capacity, did, evicted } = setUp(rows(LOG_ROWS_MAX - 3), ['x']);
  await capacity.makeRoom([event(), event()]);
  expect([did, evicted]).toEqual([[], []]);
});

test('past the limit of rows, which stored requests, queued and new events share, the least important requests are dropped', async () => {
  const { capacity, did, evicted, stored } = setUp(rows(LOG_ROWS_MAX - 3), ['x']);
  await capacity.makeRoom([event(), event(), event(), event()]);
  expect(did).toEqual(['close queue', 'recount']);
  expect(evicted).toEqual(['capacity r0', 'capacity r1']);
  expect([stored.has('r0'), stored.has('r1'), stored.has('r2')]).toEqual([false, false, true]);
});

test('past the limit of bytes, which stored requests, queued and new events share, the least important request is dropped', async () => {
  const sizes = [100, LOG_BYTES_MAX - 106];
  const requests = sizes.map((sizeBytes, index) => makeStoredRequest(`r${index}`, { sizeBytes }));
  const full = setUp(requests, ['123']);
  await full.capacity.makeRoom([event('456')]);
  expect(full.evicted).toEqual([]);
  await full.capacity.makeRoom([event('4567')]);
  expect(full.evicted).toEqual(['capacity r0']);
});

test('a request that is missing or unreadable is removed from the waiting list, and not counted as dropped', async () => {
  const { capacity, waiting, stored, evicted } = setUp(rows(LOG_ROWS_MAX + 1));
  stored.set('r0', succeed(null));
  stored.set('r1', storageFault('unknownAbort'));
  await capacity.makeRoom([event()]);
  expect(evicted).toEqual([]);
  expect(waiting.size).toBe(LOG_ROWS_MAX - 1);
});

test('an event that alone exceeds the limit of bytes is still accepted', async () => {
  const { capacity, evicted } = setUp(rows(1));
  await capacity.makeRoom([event('x'.repeat(LOG_BYTES_MAX + 1))]);
  expect(evicted).toEqual(['capacity r0']);
});
