import { expect } from 'vitest';
import { EVENT_TIER } from '../../../protocol/infrastructure/event-tier.ts';
import { STORE_NAMES, type StoredRequest } from '../../../protocol/infrastructure/records.ts';
import { makeStoredRequest } from '../../support/log-store-contract.ts';
import { makeLine, makeLines } from '../../support/pipeline-harness.ts';
import { flush, LOG_DATABASE, sentAtMs, startWorker, test, type BuiltWorker } from './support/worker-lab.ts';

/** What the built worker does with a request that fails, in the real database of its origin. */

const DAY_MS = 86_400_000;
const immediate = () => makeLine({ tier: EVENT_TIER.immediate });

const storedRequests = async (worker: BuiltWorker): Promise<StoredRequest[]> =>
  (await worker.rows(LOG_DATABASE, STORE_NAMES.requests)) as StoredRequest[];

test('a request is QUEUED while it is sent, NEW for its one retry after 5 s, then parked for longer and longer [S5, S6, C7, L6]', async ({
  lab: { provider, open },
}) => {
  const { worker, startMs } = await startWorker(open);
  const logs = () => provider.to('/log_event');
  provider.answer('/log_event', 'hang');
  const line = immediate();
  await worker.call('logEvents', line);
  await expect.poll(logs).toHaveLength(1);
  const [queued] = await storedRequests(worker);
  expect(queued).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
    url: '/youtubei/v1/log_event?alt=json&key=key',
    options: expect.objectContaining({ method: 'POST' }) as unknown,
    timestamp: startMs,
    loggedAtMs: expect.any(Number) as unknown,
    status: 'QUEUED',
    sendCount: expect.any(Number) as unknown,
    eventIds: [(JSON.parse(line) as { clientEventId: string }).clientEventId],
    tier: EVENT_TIER.immediate,
    sizeBytes: expect.any(Number) as unknown,
    offline: false,
    owner: expect.any(String) as unknown,
    queuedAt: startMs,
  });
  provider.answer('/log_event', { status: 503 });
  await worker.advance(10_000);
  await expect.poll(async () => (await storedRequests(worker)).map(({ status }) => status)).toEqual(['NEW']);
  /** Each attempt is due at the moment that its clock is moved to, and at none before. */
  for (const [index, delayMs] of [5_000, 60_000, 120_000, 240_000].entries()) {
    await worker.advance(delayMs - 1);
    await worker.call('ping');
    await worker.advance(1);
    await expect.poll(logs).toHaveLength(index + 2);
    await expect.poll(async () => (await storedRequests(worker)).map(({ status }) => status)).toEqual(['NEW']);
  }
  const passedMs = logs().map((request) => sentAtMs(request) - startMs);
  expect(passedMs).toEqual([0, 15_000, 75_000, 195_000, 435_000]);
  expect(logs().map(({ query }) => query.get('retry'))).toEqual([null, '1', '2', '3', '4']);
  expect(new Set(logs().map(({ body }) => body)).size).toBe(1);
  /** Back online, and with a visit, it goes at once. */
  const state = { lifecycle: 'document_active', visibility: 'visible' } as const;
  await worker.call('lifecycleChanged', { ...state, online: false });
  provider.answer('/log_event', { body: { accepted: 1, repeated: 0 } });
  await worker.call('lifecycleChanged', { ...state, online: true });
  /** The smallest gap between two sends. */
  await worker.advance(100);
  await expect.poll(() => storedRequests(worker)).toEqual([]);
  expect(logs()).toHaveLength(6);
});

test('a response may ask for a later retry, and is asked again no sooner [S6]', async ({ lab: { provider, open } }) => {
  const { worker, startMs } = await startWorker(open);
  const logs = () => provider.to('/log_event');
  provider.answer('/log_event', { status: 503, headers: { 'Retry-After': '20' } });
  await worker.call('logEvents', immediate());
  await expect.poll(logs).toHaveLength(1);
  await expect.poll(async () => (await storedRequests(worker)).map(({ status }) => status)).toEqual(['NEW']);
  for (let second = 0; second < 30; second += 1) {
    await worker.advance(1_000);
    await worker.call('ping');
  }
  await expect.poll(logs).toHaveLength(2);
  expect(Math.max(...logs().map(sentAtMs)) - startMs).toBeGreaterThanOrEqual(20_000);
});

test('statuses 200 to 206 and 304 are successes, and no others [N16, N22]', async ({ lab: { provider, open } }) => {
  const { worker } = await startWorker(open);
  const left = async () => (await storedRequests(worker)).length;
  for (const status of [200, 201, 202, 203, 204, 205, 206, 304]) {
    provider.answer('/log_event', { status });
    await worker.call('logEvents', immediate());
    await flush(worker);
    expect(await left(), String(status)).toBe(0);
  }
  for (const status of [207, 226, 300, 500]) {
    provider.answer('/share/get_share_panel', { status });
    const answered = await worker.ask('sharePanel', { serializedSharedEntity: 'entity' });
    expect(answered).toMatchObject({ code: 'net.badstatus', message: `Request failed, status=${status}` });
  }
});

/** Rows that earlier pages have left. */
async function leave(worker: BuiltWorker, rows: readonly StoredRequest[]): Promise<void> {
  await worker.page.evaluate(
    ([name, store, left]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const transaction = opening.result.transaction(store, 'readwrite');
          for (const row of left) transaction.objectStore(store).put(row);
          transaction.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    [LOG_DATABASE, STORE_NAMES.requests, rows] as const,
  );
}

test('a request that is not to be repeated is sent once, and its loss is counted [C7]', async ({
  lab: { provider, open },
}) => {
  const earlier = await startWorker(open);
  const url = '/youtubei/v1/log_event?once';
  const { startMs: timestamp } = earlier;
  await leave(earlier.worker, [makeStoredRequest('once', { url, timestamp, eventIds: ['once.0'], skipRetry: true })]);
  await earlier.worker.close();
  provider.answer('/log_event', { status: 503 });
  const { worker } = await startWorker(open, { sessionId: 'c'.repeat(32) });
  const attempts = () => provider.to('/log_event').filter(({ query }) => query.has('once'));
  await expect.poll(attempts).toHaveLength(1);
  await expect.poll(() => storedRequests(worker)).toEqual([]);
  provider.answer('/log_event', { body: { accepted: 1, repeated: 0 } });
  /** Its row is gone a moment before its loss is counted, which goes along with the next request after that. */
  const sentSoFar = async (): Promise<string> => {
    await worker.call('logEvents', makeLines(1, { session: 'c'.repeat(32) }));
    await flush(worker);
    return provider
      .to('/log_event')
      .map(({ body }) => body)
      .join('\n');
  };
  await expect.poll(sentSoFar).toContain('"dropped":[{"reason":"skip-retry","count":1}]');
  expect(attempts()).toHaveLength(1);
});

test('what an earlier page left is sent by the next, unless it is 30 days old, or a day if stored offline; what another page has in hand waits 2 minutes [S5, S6]', async ({
  lab: { provider, open },
}) => {
  const earlier = await startWorker(open);
  const { startMs } = earlier;
  const row = (id: string, change: Partial<StoredRequest>): StoredRequest => {
    const url = `/youtubei/v1/log_event?left=${id}`;
    return makeStoredRequest(id, { url, timestamp: startMs, eventIds: [`${id}.0`], ...change });
  };
  /** It looks for what is stored when it starts, and must not find these. */
  await earlier.worker.call('lifecycleChanged', { lifecycle: 'document_active', visibility: 'visible', online: false });
  await leave(earlier.worker, [
    row('young', { timestamp: startMs - 29 * DAY_MS }),
    row('old', { timestamp: startMs - 31 * DAY_MS }),
    row('offline', { timestamp: startMs - 23 * 3_600_000, offline: true }),
    row('stale', { timestamp: startMs - 25 * 3_600_000, offline: true }),
    row('held', { status: 'QUEUED', queuedAt: startMs, sendCount: 1 }),
    row('abandoned', { status: 'QUEUED', queuedAt: startMs - 121_000, sendCount: 1 }),
  ]);
  await earlier.worker.close();
  const { worker } = await startWorker(open, { sessionId: 'c'.repeat(32) });
  const sent = () => provider.to('/log_event').flatMap(({ query }) => query.get('left') ?? []);
  await flush(worker);
  expect(sent().toSorted()).toEqual(['abandoned', 'offline', 'young']);
  await worker.call('logEvents', makeLines(5, { session: 'c'.repeat(32) }));
  await flush(worker);
  const dropped = provider.to('/log_event').flatMap(({ body }) => /"dropped":(\[.*?\])/.exec(body)?.[1] ?? []);
  expect(dropped).toEqual(['[{"reason":"expired","count":2}]']);
  for (let minute = 0; minute < 4; minute += 1) {
    await worker.advance(60_000);
    await flush(worker);
  }
  await expect.poll(sent).toContain('held');
});
