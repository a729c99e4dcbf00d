import { describe, expect } from 'vitest';
import { OTHER_TAB_WAIT_MS } from '../../../workers/infrastructure/transport/waiting-list.ts';
import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import { STORE_NAMES, type StoredRequest } from '../../../protocol/infrastructure/records.ts';
import { ACCEPTED } from './support/recording-proxy.ts';
import { test as base } from './support/served-lab.ts';
import { eventsOf, LOG_DATABASE, sentAtMs, USUAL_CHANCE } from './support/served-page.ts';

/**
 * Delivery by a page that the provider has served: of log requests that fail, and of requests that an earlier page has left.
 * The clock of its worker stands still except when a test moves it. All tests share the page.
 */

const DAY_MS = 86_400_000;
const openedMs = Date.now();

const leftRow = (id: string, change: Partial<StoredRequest>): object => ({
  id,
  url: `/youtubei/v1/log_event?left=${id}`,
  options: { method: 'POST', headers: {}, body: '{}' },
  timestamp: openedMs,
  status: 'NEW',
  sendCount: 0,
  eventIds: [`${id}.0`],
  tier: EVENT_TIER.default,
  sizeBytes: 2,
  offline: false,
  ...change,
});

const LEFT_ROWS = [
  leftRow('young', { timestamp: openedMs - 29 * DAY_MS }),
  leftRow('old', { timestamp: openedMs - 31 * DAY_MS }),
  leftRow('offline', { timestamp: openedMs - 23 * 3_600_000, offline: true }),
  leftRow('stale', { timestamp: openedMs - 25 * 3_600_000, offline: true }),
  leftRow('held', { status: 'QUEUED', queuedAt: openedMs, sendCount: 1 }),
  leftRow('abandoned', { status: 'QUEUED', queuedAt: openedMs - 121_000, sendCount: 1 }),
];
const LEFT_DATABASE = {
  name: LOG_DATABASE,
  version: 9,
  stores: [
    { name: STORE_NAMES.events, keyPath: 'id' },
    {
      name: STORE_NAMES.requests,
      keyPath: 'id',
      indexes: { catalogue: ['status', 'tier', 'timestamp', 'sizeBytes'] },
      rows: LEFT_ROWS,
    },
  ],
};

const test = base.extend('served', { scope: 'file' }, ({ lab }) => {
  lab.proxy.reply('/log_event', ({ query }) => (query.has('left') ? ACCEPTED : 'pass'));
  return lab.open({ chance: 0.101, left: { databases: [LEFT_DATABASE] } });
});

describe('a page', () => {
  test('a page sends the requests of an earlier page unless they are 30 days old, or a day if stored offline; a request that another page is sending waits 2 minutes [S5, S6]', async ({
    served,
  }) => {
    const left = () => served.proxy.to('/log_event').flatMap(({ query }) => query.get('left') ?? []);
    await expect.poll(() => left().toSorted()).toEqual(['abandoned', 'offline', 'young']);
    await served.setChance(USUAL_CHANCE);
    await served.log('counting', 5);
    await served.flush();
    const losses = () =>
      served.proxy.to('/log_event').flatMap(({ body }) => /"dropped":(\[.*?\])/.exec(body)?.[1] ?? []);
    await expect.poll(losses).toEqual(['[{"reason":"expired","count":2}]']);
    expect(left()).not.toContain('held');
    await served.advance(121_000);
    // A check of the row that has begun before the two minutes are over makes the next check due later.
    const lookAgain = async (): Promise<string[]> => {
      await served.advance(OTHER_TAB_WAIT_MS);
      return left();
    };
    await expect.poll(lookAgain).toContain('held');
    const [held] = served.proxy.to('/log_event').filter(({ query }) => query.get('left') === 'held');
    expect(sentAtMs(held)).toBeGreaterThanOrEqual(openedMs + 120_000);
  });

  test('a page does not check the network if its random number is above 0.1 [N15]', async ({ served }) => {
    // The request for the id is deferred like the network check, and follows it.
    await expect.poll(() => served.proxy.to('/pagead/id')).toHaveLength(1);
    expect(served.proxy.to('/generate_204')).toEqual([]);
  });

  test('a request is stored as QUEUED while it is sent and as NEW until its next attempt, after 5 s and then after growing delays [S5, S6, C7]', async ({
    served,
  }) => {
    await served.settle();
    const { proxy } = served;
    const startMs = await served.advance(0);
    const sent = () => served.sent('retried');
    const statuses = async () => (await served.storedRequests()).map(({ status }) => status);
    proxy.reply('/log_event', 'hang');
    await served.log('retried', 5);
    const flushed = served.flush();
    await expect.poll(sent).toHaveLength(1);
    const [queued] = await served.storedRequests();
    // The row may also contain counts of events that were lost before.
    expect(queued).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      url: '/youtubei/v1/log_event?alt=json&key=oriel-web',
      options: expect.objectContaining({ method: 'POST' }) as unknown,
      timestamp: expect.any(Number) as unknown,
      loggedAtMs: expect.any(Number) as unknown,
      status: 'QUEUED',
      sendCount: expect.any(Number) as unknown,
      eventIds: sent()[0] && eventsOf(sent()[0]!).map(({ clientEventId }) => clientEventId),
      tier: EVENT_TIER.default,
      sizeBytes: expect.any(Number) as unknown,
      offline: false,
      owner: expect.any(String) as unknown,
      queuedAt: expect.any(Number) as unknown,
    });
    expect(queued?.queuedAt).toBeGreaterThanOrEqual(startMs);
    proxy.reply('/log_event', { status: 503 });
    // The time limit of a request without a response.
    await served.advance(10_000);
    await expect.poll(statuses).toEqual(['NEW']);
    await flushed;
    for (const [index, delayMs] of [5_000, 60_000, 120_000, 240_000].entries()) {
      const failedMs = await served.advance(0);
      await served.advance(delayMs);
      await expect.poll(sent).toHaveLength(index + 2);
      expect(sentAtMs(sent()[index + 1]) - failedMs).toBeLessThan(delayMs + 4_000);
      expect(sentAtMs(sent()[index + 1]) - sentAtMs(sent()[index])).toBeGreaterThanOrEqual(delayMs);
      await expect.poll(statuses).toEqual(['NEW']);
    }
    expect(sent().map(({ query }) => query.get('retry'))).toEqual([null, '1', '2', '3', '4']);
    expect(new Set(sent().map(({ body }) => body)).size).toBe(1);
    // Once the page is online again, the request is sent at once.
    const { page } = served;
    await page.context().setOffline(true);
    proxy.reply('/log_event', 'pass');
    await page.context().setOffline(false);
    await expect.poll(() => served.storedRequests()).toEqual([]);
    expect(sent()).toHaveLength(6);
  });

  test('a page sends no request before the time that Retry-After of a response names [S6]', async ({ served }) => {
    await served.settle();
    const { proxy } = served;
    proxy.reply('/log_event', { status: 503, headers: { 'Retry-After': '20' } });
    await served.log('later', 5);
    await served.flush();
    await expect.poll(async () => (await served.storedRequests()).map(({ status }) => status)).toEqual(['NEW']);
    expect(served.sent('later')).toHaveLength(1);
    await served.advance(30_000);
    await expect.poll(() => served.sent('later')).toHaveLength(2);
    const [firstMs, secondMs] = served.sent('later').map(sentAtMs);
    expect((secondMs ?? 0) - (firstMs ?? 0)).toBeGreaterThanOrEqual(20_000);
  });

  test('a page treats only the statuses 200 to 206 and 304 as success [N16]', async ({ served }) => {
    await served.settle();
    const deliver = async (status: number) => {
      served.proxy.reply('/log_event', { status });
      await served.log(`status${status}`, 5);
      await served.flush();
      await expect.poll(() => served.sent(`status${status}`)).not.toEqual([]);
    };
    for (const status of [200, 201, 202, 203, 204, 205, 206, 304]) {
      await deliver(status);
      await expect.poll(() => served.storedRequests(), { message: String(status) }).toEqual([]);
    }
    for (const status of [207, 226, 300]) {
      await deliver(status);
      await expect
        .poll(async () => (await served.storedRequests()).map((row) => row.status), { message: String(status) })
        .toEqual(['NEW']);
      await served.settle();
    }
  });

  test('a page sends samples of its worker only once, and reports how many samples were lost [C7]', async ({
    served,
  }) => {
    await served.settle();
    const samples = () => served.proxy.to('/log_event').filter(({ body }) => body.includes('"storageTransaction"'));
    const before = samples().length;
    served.proxy.reply('/log_event', ({ body }) => (body.includes('"storageTransaction"') ? { status: 503 } : 'pass'));
    await served.setChance(0.05);
    await served.log('sampled', 5);
    await served.setChance(USUAL_CHANCE);
    await served.log('sampled', 5);
    await served.flush();
    await expect.poll(() => samples().length).toBe(before + 1);
    await expect.poll(() => served.storedRequests()).toEqual([]);
    const lost = samples().at(-1);
    await served.log('counted', 5);
    await served.flush();
    const count = lost === undefined ? 0 : eventsOf(lost).length;
    const losses = () => served.sent('counted').map(({ body }) => /"dropped":(\[.*?\])/.exec(body)?.[1]);
    await expect.poll(losses).toEqual([`[{"reason":"skip-retry","count":${count}}]`]);
    await served.advance(10_000);
    await served.flush();
    expect(samples()).toHaveLength(before + 1);
  });
});
