import { deleteDB } from 'idb';
import { expect, onTestFinished, test, vi } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/events/event-tier.ts';
import { STORAGE_ERROR_MESSAGES } from '../../../../protocol/errors.ts';
import type { StoredEvent } from '../../../../protocol/infrastructure/records.ts';
import { composeService, openLog } from '../../../../workers/infrastructure/compose-service.ts';
import { eventsOf } from '../../../../workers/infrastructure/storage/event-rows.ts';
import { ViewerLog } from '../../../../workers/infrastructure/logging/viewer-log.ts';
import { createFakeClock, createSeededRandom } from '../../../support/fake-clock.ts';
import { useMemoryIndexedDb } from '../../../support/memory-indexed-db.ts';
import { idsIn, makeLine, makeLines, makeSettings } from '../../../support/pipeline-harness.ts';
import { bodyOf, createEnvironment, createFakeProvider } from '../../../support/service-harness.ts';

useMemoryIndexedDb();

const LOG = '/youtubei/v1/log_event';

let opened = 0;

/** The log of a service over IndexedDB, with the requests that arrive at the provider. */
async function open({ isPrivate = false, hasDisk = true, isOnline = true, fraction = 0.5 } = {}) {
  const clock = createFakeClock();
  const identifier = `viewer ${++opened}`;
  const provider = createFakeProvider();
  const settings = makeSettings();
  const privacy = { ...settings.page.privacy, privateEmbed: isPrivate };
  const log = new ViewerLog();
  const parts = composeService({
    settings: { ...settings, page: { ...settings.page, privacy } },
    hooks: undefined,
    environment: createEnvironment(clock, {
      random: { ...createSeededRandom(opened), fraction: () => fraction },
      fetch: provider.fetch,
      indexedDB: () => (hasDisk ? globalThis.indexedDB : undefined),
      isOnline: () => isOnline,
    }),
    log,
    receiver: undefined,
  });
  const transactions = vi.spyOn(parts.samples, 'note');
  const faults = vi.spyOn(parts.problems, 'storageFault');
  const memoryReason = await openLog(parts, identifier);
  onTestFinished(() => log.stop());
  return {
    clock,
    log,
    memoryReason,
    ...provider,
    /** Requests with an event of the page. */
    sent: () => provider.seenAt(LOG).filter((request) => JSON.stringify(bodyOf(request)).includes('hostCommand')),
    faults: () => faults.mock.calls.map(([{ message }]) => message),
    kinds: () => transactions.mock.calls.map(([kind]) => kind),
    databaseName: `oriel-logs.${encodeURIComponent(identifier)}`,
  };
}

const databases = async (): Promise<(string | undefined)[]> => (await indexedDB.databases()).map(({ name }) => name);

test('a log with a disk opens its database at the start, and stores events in it', async () => {
  const { log, memoryReason, databaseName, faults, kinds } = await open();
  expect([memoryReason, kinds(), await databases()]).toEqual(['', ['open'], expect.arrayContaining([databaseName])]);
  expect(await log.add(makeLines(3))).toEqual({ durable: true, handedOverCount: 3 });
  expect(faults()).toEqual([]);
});

test('a private embed stores nothing, and reports the reason [P10]', async () => {
  const { log, memoryReason, databaseName, clock, sent } = await open({ isPrivate: true });
  expect(memoryReason).toBe('private embed');
  const adding = log.add(makeLine({ tier: EVENT_TIER.immediate }));
  await clock.advance(100_000);
  expect(await adding).toMatchObject({ durable: false });
  expect(sent()).not.toEqual([]);
  expect(await databases()).not.toContain(databaseName);
});

test('without a disk the reason is reported, and events are sent from memory', async () => {
  const { log, memoryReason, faults, clock, sent } = await open({ hasDisk: false });
  expect([memoryReason, faults()]).toEqual([
    STORAGE_ERROR_MESSAGES.notSupported,
    [STORAGE_ERROR_MESSAGES.notSupported],
  ]);
  void log.add(makeLine({ tier: EVENT_TIER.immediate }));
  await clock.advance(0);
  expect(sent()).toHaveLength(1);
});

test('events about storage are sent with the events of the page, with times of the worker’s clock [S13]', async () => {
  const { log, clock, seenAt } = await open({ fraction: 0 });
  const startedAtMs = clock.now();
  await log.add(makeLine({ tier: EVENT_TIER.immediate, note: 'page' }));
  const arrived = () => seenAt(LOG).flatMap((request) => bodyOf(request)['events'] as Record<string, unknown>[]);
  await expect
    .poll(async () => {
      void log.flush();
      await clock.advance(1_000);
      return arrived().map(({ name }) => name);
    })
    .toEqual(expect.arrayContaining(['hostCommand', 'storageTransaction']));
  const sample = arrived().find(({ name }) => name === 'storageTransaction');
  expect(sample).toMatchObject({ payload: { kind: 'open', ok: true } });
  expect(sample?.['eventTimeMs']).toBe(startedAtMs);
});

test('each attempt has the present request time, and the number of earlier attempts with the same bytes [N4]', async () => {
  const { log, clock, sent, replies } = await open({ hasDisk: false });
  replies.set('/', () => 'unreachable');
  void log.add(makeLine({ tier: EVENT_TIER.immediate }));
  // The first request, about the missing disk, is sent a tenth of a second earlier.
  const sentAtMs = clock.now() + 100;
  await clock.advance(10_000);
  expect(sent().map(({ address }) => address.searchParams.get('retry'))).toEqual([null, '1']);
  expect(sent().map(({ headers }) => headers['x-goog-request-time'])).toEqual([
    String(sentAtMs),
    String(sentAtMs + 5_000),
  ]);
  expect(sent()[1]?.body).toBe(sent()[0]?.body);
});

test('data that is deleted while the page is open is stored again', async () => {
  const { log, databaseName } = await open({ isOnline: false });
  const lines = makeLines(2);
  await log.add(lines);
  await deleteDB(databaseName);
  const stored = async (): Promise<unknown[]> => {
    const { openDB } = await import('idb');
    const database = await openDB(databaseName);
    const rows: StoredEvent[] = database.objectStoreNames.contains('events') ? await database.getAll('events') : [];
    database.close();
    return rows.flatMap(eventsOf).map(({ id }) => id);
  };
  await expect.poll(stored).toEqual(expect.arrayContaining(idsIn(lines)));
});
