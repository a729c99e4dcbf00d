import { deleteDB } from 'idb';
import { expect, onTestFinished, test } from 'vitest';
import { EVENT_TIER } from '../../../../protocol/infrastructure/event-tier.ts';
import { STORAGE_ERROR_MESSAGES } from '../../../../protocol/errors.ts';
import { succeed, type Outcome } from '../../../../protocol/runtime/outcome.ts';
import { createPostTask } from '../../../../protocol/runtime/post-task.ts';
import { Session } from '../../../../workers/infrastructure/context/session.ts';
import { openLog, type LogParts } from '../../../../workers/infrastructure/compose-service.ts';
import { ViewerLog } from '../../../../workers/infrastructure/logging/viewer-log.ts';
import { WorkerEvents } from '../../../../workers/infrastructure/logging/worker-events.ts';
import { StorageFaults } from '../../../../workers/infrastructure/storage/storage-faults.ts';
import type { TransportRequest, TransportResponse } from '../../../../workers/infrastructure/transport/transport.ts';
import { unknownNetworkError } from '../../../../workers/infrastructure/transport/network-errors.ts';
import { createFakeClock, createSeededRandom } from '../../../support/fake-clock.ts';
import { createSpans } from '../../../support/fake-spans.ts';
import { useMemoryIndexedDb } from '../../../support/memory-indexed-db.ts';
import { idsIn, makeLine, makeLines, makeSettings } from '../../../support/pipeline-harness.ts';
import { NO_REQUESTS } from '../../../support/service-harness.ts';
import { SESSION_BROWSER } from '../../../support/session-browser.ts';

useMemoryIndexedDb();

let opened = 0;

/** A log over IndexedDB, which sends to `sent`. */
async function open({ isPrivate = false, hasDisk = true, isOnline = true } = {}) {
  const clock = createFakeClock();
  const identifier = `viewer ${++opened}`;
  const sent: TransportRequest[] = [];
  const faults: string[] = [];
  const kinds: string[] = [];
  const world = { online: isOnline, response: succeed({ status: 204, text: '' }) as Outcome<TransportResponse> };
  const settings = makeSettings();
  const privacy = { ...settings.page.privacy, privateEmbed: isPrivate };
  const log = new ViewerLog();
  const samples = {
    note: (kind: string) => void kinds.push(kind),
    take: () => [{ kind: 'put-events', durationMs: 1, ok: true, sampleWeight: 5 }] as const,
  };
  const parts = {
    environment: {
      clock,
      random: createSeededRandom(opened),
      spans: createSpans(clock),
      requests: NO_REQUESTS,
      fetch: () => Promise.reject(new TypeError('not used')),
      indexedDB: () => (hasDisk ? globalThis.indexedDB : undefined),
      locks: () => undefined,
      isOnline: () => world.online,
      ...SESSION_BROWSER,
      postTask: createPostTask(clock, undefined),
      importModule: () => Promise.reject(new TypeError('not used')),
      compressionStream: undefined,
      decompressionStream: undefined,
      watchErrors: () => () => {},
    },
    session: new Session({ ...settings, page: { ...settings.page, privacy } }, SESSION_BROWSER),
    compress: async (text: string) => ({ body: text, sizeBytes: text.length, isCompressed: false }),
    transport: async (request: TransportRequest) => {
      sent.push(request);
      return world.response;
    },
    network: {
      get isOnline() {
        return world.online;
      },
    },
    log,
    receiver: undefined,
    samples,
    events: new WorkerEvents({ clock, random: createSeededRandom(opened), samples, log }),
    receipts: { receivedOf: () => null, isOwn: () => true },
    responses: { applyLogResponse() {} },
    faults: new StorageFaults(),
    problems: { storageFault: ({ message }: { message: string }) => faults.push(message), requestDropped() {} },
  } as unknown as LogParts;
  const memoryReason = await openLog(parts, identifier);
  onTestFinished(() => log.stop());
  const databaseName = `oriel-logs.${encodeURIComponent(identifier)}`;
  return { clock, log, memoryReason, sent, faults, kinds, world, databaseName };
}

const databases = async (): Promise<(string | undefined)[]> => (await indexedDB.databases()).map(({ name }) => name);

test('a log with a disk stores there, and opens it first', async () => {
  const { log, memoryReason, databaseName, faults, kinds } = await open();
  expect([memoryReason, kinds, await databases()]).toEqual(['', ['open'], expect.arrayContaining([databaseName])]);
  expect(await log.add(makeLines(3))).toEqual({ durable: true, handedOverCount: 3 });
  expect(faults).toEqual([]);
});

test('a private embed stores nothing, and says why [P10]', async () => {
  const { log, memoryReason, databaseName, clock, sent } = await open({ isPrivate: true });
  expect(memoryReason).toBe('private embed');
  const adding = log.add(makeLine({ tier: EVENT_TIER.immediate }));
  await clock.advance(100_000);
  expect(await adding).toMatchObject({ durable: false });
  expect(sent).not.toEqual([]);
  expect(await databases()).not.toContain(databaseName);
});

test('without a disk the reason is reported, and events are sent from memory', async () => {
  const { log, memoryReason, faults, clock, sent } = await open({ hasDisk: false });
  expect([memoryReason, faults]).toEqual([STORAGE_ERROR_MESSAGES.notSupported, [STORAGE_ERROR_MESSAGES.notSupported]]);
  void log.add(makeLine({ tier: EVENT_TIER.immediate }));
  await clock.advance(0);
  expect(sent).toHaveLength(1);
});

test('events about storage go along with those of the page, by the clock of the worker [S13]', async () => {
  const { log, clock, sent } = await open({ hasDisk: false });
  void log.add(makeLine({ tier: EVENT_TIER.immediate, note: 'page' }));
  void log.flush();
  await clock.advance(1_000);
  const requests = sent.map(({ body }) => JSON.parse(String(body)) as { events: Record<string, unknown>[] });
  const events = requests.flatMap((request) => request.events);
  expect(events.map(({ name }) => name).toSorted()).toEqual(['hostCommand', 'storageTransaction']);
  expect(events.find(({ name }) => name === 'storageTransaction')).toMatchObject({
    eventTimeMs: clock.now() - 1_000,
    payload: { kind: 'put-events', sampleWeight: 5 },
  });
});

test('each attempt has the present time, and says how often the same bytes were sent before [N4]', async () => {
  const { log, clock, sent, world } = await open({ hasDisk: false });
  world.response = unknownNetworkError('gone');
  void log.add(makeLine({ tier: EVENT_TIER.immediate }));
  const startedAtMs = clock.now();
  await clock.advance(5_000);
  expect(sent.map(({ address }) => new URL(address).searchParams.get('retry'))).toEqual([null, '1']);
  expect(sent.map(({ headers }) => headers?.['X-Goog-Request-Time'])).toEqual([
    String(startedAtMs),
    String(startedAtMs + 5_000),
  ]);
  expect(sent[1]?.body).toBe(sent[0]?.body);
});

test('data that is deleted under an open page is stored again', async () => {
  const { log, databaseName } = await open({ isOnline: false });
  const lines = makeLines(2);
  await log.add(lines);
  await deleteDB(databaseName);
  const stored = async (): Promise<unknown[]> => {
    const { openDB } = await import('idb');
    const database = await openDB(databaseName);
    const ids = database.objectStoreNames.contains('events') ? await database.getAllKeys('events') : [];
    database.close();
    return ids;
  };
  await expect.poll(stored).toEqual(expect.arrayContaining(idsIn(lines)));
});
