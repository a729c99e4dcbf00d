import { expect, test } from 'vitest';
import { fail, succeed, type Outcome } from '../../../../../protocol/runtime/outcome.ts';
import type { StoredRequest } from '../../../../../protocol/infrastructure/records.ts';
import {
  MINIMUM_SEND_GAP_MS,
  OFFLINE_REQUEST_MAX_AGE_MS,
  QUEUED_REQUEST_MAX_AGE_MS,
  REFUSALS_MAX,
  REQUEST_MAX_AGE_MS,
  RETRY_DELAY_MS,
} from '../../../../../protocol/constants.ts';
import { FailoverLogStore } from '../../../../../workers/infrastructure/storage/failover-log-store.ts';
import { MemoryLogStore } from '../../../../../workers/infrastructure/storage/memory-log-store.ts';
import { Persistence } from '../../../../../workers/infrastructure/storage/persistence.ts';
import { StorageFaults } from '../../../../../workers/infrastructure/storage/storage-faults.ts';
import { Delivery, SENDER_LOCK_RETRY_MS } from '../../../../../workers/infrastructure/transport/delivery.ts';
import { Expiry } from '../../../../../workers/infrastructure/storage/expiry.ts';
import { OwnerLock } from '../../../../../workers/infrastructure/transport/owner-lock.ts';
import { OTHER_TAB_WAIT_MS } from '../../../../../workers/infrastructure/transport/waiting-list.ts';
import type { TransportResponse } from '../../../../../workers/infrastructure/transport/transport.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { DiskContents, FakeDisk } from '../../../../support/fake-disk.ts';
import { makeStoredRequest } from '../../../../support/log-store-contract.ts';

const failed = (status: number): Outcome<TransportResponse> => fail('net.badstatus', 'failed', { status });

/** A delivery over a disk; `respond` is the provider. */
function setUp({ chance = 0.5 } = {}) {
  const clock = createFakeClock();
  const contents = new DiskContents();
  const disk = new FakeDisk(contents);
  const sent: (readonly [id: string, atMs: number])[] = [];
  const sentEvents: (readonly string[])[] = [];
  const told: string[] = [];
  const world = {
    online: true,
    busy: 0,
    remaining: (request: StoredRequest): StoredRequest | null => request,
    askedAbout: [] as string[],
    respond: async (_id: string): Promise<Outcome<TransportResponse>> => succeed({ status: 204, text: '' }),
  };
  const expiry = new Expiry(clock);
  const delivery = new Delivery({
    clock,
    random: { fraction: () => chance, bytes: () => new Uint8Array() },
    store: new FailoverLogStore({
      disk,
      memory: new MemoryLogStore(),
      persistence: new Persistence(clock, new StorageFaults()),
      expiry,
    }),
    owner: new OwnerLock('s', () => undefined, clock),
    expiry,
    whenAlone: async (work) => {
      world.busy -= 1;
      return world.busy >= 0 ? 'busy' : work();
    },
    isOnline: () => world.online,
    requests: {
      send: ({ id, eventIds }) => {
        sentEvents.push(eventIds);
        sent.push([id, clock.monotonicNow()]);
        return world.respond(id);
      },
    },
    remainder: {
      remainderOf: async (request) => {
        world.askedAbout.push(request.id);
        return world.remaining(request);
      },
    },
  });
  delivery.observe({
    delivered: ({ id }, response) => void told.push(`${response === null ? 'had arrived' : 'delivered'} ${id}`),
    refused: () => void told.push('refused'),
    dropped: ({ id }, reason) => void told.push(`${reason} ${id}`),
  });
  return {
    clock,
    contents,
    disk,
    sent,
    sentEvents,
    told,
    world,
    delivery,
    /** Stores a request and passes it to the delivery. */
    store(id: string, change: Partial<StoredRequest> = {}) {
      const request = makeStoredRequest(id, { timestamp: clock.now(), ...change });
      contents.requests.set(id, request);
      delivery.note(request);
    },
  };
}

const refusalsOf = ({ requests }: DiskContents, id: string): number | undefined => requests.get(id)?.refusedCount;

test('the delivery counts waiting requests, and after a recount also requests that another tab has stored', async () => {
  const { delivery, world, store, contents } = setUp();
  world.online = false;
  store('a', { sizeBytes: 5 });
  contents.requests.set('b', makeStoredRequest('b', { sizeBytes: 6 }));
  expect([delivery.waitingCount, delivery.waitingBytes]).toEqual([1, 5]);
  await delivery.recount();
  expect([delivery.waitingCount, delivery.waitingBytes]).toEqual([2, 11]);
  delivery.forget('a');
  expect([delivery.waitingCount, delivery.waitingBytes]).toEqual([1, 6]);
});

test('the request that is being sent is not a candidate for the least important request, until it has failed', async () => {
  const { delivery, world, store, clock } = setUp();
  let respond = (_outcome: Outcome<TransportResponse>): void => {};
  world.respond = () => new Promise((resolve) => (respond = resolve));
  store('low', { tier: 0 });
  await clock.advance(0);
  store('high', { tier: 400 });
  expect(delivery.leastImportant()).toBe('high');
  respond(failed(503));
  await clock.advance(0);
  expect(delivery.leastImportant()).toBe('low');
});

test('a send starts at least 100 ms after the end of the previous send [S6]', async () => {
  const { world, store, sent, clock } = setUp();
  world.respond = () => new Promise((resolve) => clock.after(30, () => resolve(succeed({ status: 204, text: '' }))));
  store('a');
  store('b');
  await clock.advance(1_000);
  expect(sent).toEqual([
    ['a', 0],
    ['b', 30 + MINIMUM_SEND_GAP_MS],
  ]);
  store('c');
  await clock.advance(0);
  expect(sent.at(-1)).toEqual(['c', 1_000]);
});

test.each([
  [0, SENDER_LOCK_RETRY_MS],
  [0.5, 1.5 * SENDER_LOCK_RETRY_MS],
])(
  'while another tab is sending, a request waits between 700 and 1,400 ms: with the random fraction %d for %i ms',
  async (chance, ms) => {
    const { world, store, sent, clock } = setUp({ chance });
    world.busy = 1;
    store('a');
    await clock.advance(10_000);
    expect(sent).toEqual([['a', ms]]);
  },
);

test('a stop ends the delivery’s wait for a retry, for the gap between sends and for another tab', async () => {
  const waits = [
    async ({ world, store }: ReturnType<typeof setUp>) => {
      world.respond = async () => failed(503);
      store('a');
    },
    async ({ store }: ReturnType<typeof setUp>) => {
      store('a');
      store('b');
    },
    async ({ world, store }: ReturnType<typeof setUp>) => {
      world.busy = 1;
      store('a');
    },
  ];
  for (const wait of waits) {
    const context = setUp();
    await wait(context);
    await context.clock.advance(0);
    expect(context.clock.pendingCount()).toBe(1);
    const before = context.sent.length;
    context.delivery.stop();
    expect(context.clock.pendingCount()).toBe(0);
    await context.clock.advance(100_000);
    expect(context.sent).toHaveLength(before);
  }
});

test('repeated runs of the delivery leave one timer', async () => {
  const { delivery, world, store, clock, sent } = setUp();
  world.respond = async () => failed(503);
  store('a');
  for (let check = 0; check < 3; check += 1) {
    await clock.advance(MINIMUM_SEND_GAP_MS);
    await delivery.run();
  }
  expect(clock.pendingCount()).toBe(1);
  await clock.advance(RETRY_DELAY_MS);
  expect(sent).toHaveLength(2);
});

test.each([
  [false, REQUEST_MAX_AGE_MS],
  [true, OFFLINE_REQUEST_MAX_AGE_MS],
])(
  'an expired request (stored offline: %s) is deleted and reported as expired, and not sent [S6]',
  async (offline, maxAgeMs) => {
    const { delivery, store, sent, told, contents, clock } = setUp();
    store('old', { offline, timestamp: clock.now() - maxAgeMs - 1 });
    await clock.advance(0);
    expect([sent, told, contents.requests.size, delivery.waitingCount]).toEqual([[], ['expired old'], 0, 0]);
  },
);

test('a request that the provider rejects for good is deleted and reported [S7]', async () => {
  const { delivery, world, store, told, contents, clock } = setUp();
  world.respond = async () => failed(400);
  store('a');
  await clock.advance(0);
  expect([told, contents.requests.size, delivery.waitingCount]).toEqual([['refused', 'rejected a'], 0, 0]);
});

test('refusals of a request are counted in its row, and outages are not', async () => {
  const { world, store, told, contents, clock } = setUp();
  world.respond = async () => failed(503);
  store('outage');
  await clock.advance(0);
  expect(contents.requests.get('outage')).toMatchObject({ sendCount: 1, status: 'NEW' });
  expect(refusalsOf(contents, 'outage')).toBeUndefined();
  world.respond = async () => failed(403);
  store('refused', { refusedCount: REFUSALS_MAX - 2 });
  await clock.advance(MINIMUM_SEND_GAP_MS);
  expect(refusalsOf(contents, 'refused')).toBe(REFUSALS_MAX - 1);
  await clock.advance(RETRY_DELAY_MS);
  expect(told).toEqual(['refused', 'refused refused']);
});

test('a request that another tab has sent is removed from the waiting requests', async () => {
  const { delivery, world, store, sent, contents, clock } = setUp();
  world.online = false;
  store('a');
  contents.requests.delete('a');
  world.online = true;
  await delivery.run();
  expect([sent, delivery.waitingCount, clock.pendingCount()]).toEqual([[], 0, 0]);
});

test.each(['another tab sends it', 'it cannot be read'])('a request is sent after a wait if %s', async (why) => {
  const { delivery, world, store, sent, contents, disk, clock } = setUp();
  world.online = false;
  store('a');
  const row = contents.requests.get('a');
  const queued = { status: 'QUEUED', owner: 'other', queuedAt: clock.now() } as const;
  if (row !== undefined) contents.requests.set('a', { ...row, ...queued });
  if (why === 'it cannot be read') disk.readRequest = async () => fail('storage.fault', 'failed');
  world.online = true;
  await delivery.run();
  expect([sent, delivery.waitingCount]).toEqual([[], 1]);
  if (row !== undefined) contents.requests.set('a', row);
  await clock.advance(OTHER_TAB_WAIT_MS - 1);
  expect(sent).toEqual([]);
  await clock.advance(1);
  expect(sent).toEqual([['a', OTHER_TAB_WAIT_MS]]);
});

test('a request without retries is dropped at its first failure [C7]', async () => {
  const { clock, world, store, sent, told, contents } = setUp();
  world.respond = async () => failed(503);
  store('once', { skipRetry: true });
  await clock.advance(3_600_000);
  expect([sent.map(([id]) => id), told, contents.requests.size]).toEqual([['once'], ['skip-retry once'], 0]);
});

test('a request without retries that has been tried before is dropped without another attempt [C7]', async () => {
  const { clock, store, sent, told } = setUp();
  store('once', { skipRetry: true, sendCount: 1 });
  await clock.advance(3_600_000);
  expect([sent, told]).toEqual([[], ['skip-retry once']]);
});

test.each([
  ['that a dead page was sending', { status: 'QUEUED', owner: 'dead', queuedAt: 0, sendCount: 0 }, true],
  ['that no page has sent', { sendCount: 0 }, true],
  ['that was stored while offline', { sendCount: 0, offline: true }, false],
  ['that has failed before', { sendCount: 3 }, false],
] as const)('a receipt is requested before sending a request %s (%o): %s', async (_which, row, isAsked) => {
  const { clock, delivery, world, contents, told, sent } = setUp();
  world.remaining = () => null;
  contents.requests.set('r', makeStoredRequest('r', { ...row, timestamp: clock.now() }));
  const refreshed = delivery.refresh();
  await clock.advance(QUEUED_REQUEST_MAX_AGE_MS + 1_000);
  await refreshed;
  await delivery.refresh();
  expect(world.askedAbout).toEqual(isAsked ? ['r'] : []);
  expect(sent.map(([id]) => id)).toEqual(isAsked ? [] : ['r']);
  expect(told).toEqual([isAsked ? 'had arrived r' : 'delivered r']);
  expect(contents.requests.size).toBe(0);
});

test('a request whose events have partly arrived is sent with the remaining events', async () => {
  const { clock, world, store, sentEvents, contents, told } = setUp();
  world.remaining = (request) => ({ ...request, eventIds: ['b'] });
  store('r', { eventIds: ['a', 'b'] });
  await clock.advance(0);
  expect([sentEvents, told, contents.requests.size]).toEqual([[['b']], ['delivered r'], 0]);
});

test('a request that this page has tried before needs no receipt', async () => {
  const { clock, world, store, sent } = setUp();
  world.respond = async () => failed(503);
  store('r');
  await clock.advance(0);
  world.remaining = () => null;
  await clock.advance(RETRY_DELAY_MS);
  expect([sent.length, world.askedAbout]).toEqual([2, ['r']]);
});
