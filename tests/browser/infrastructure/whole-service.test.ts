import { gunzipSync, strFromU8 } from 'fflate';
import { openDB } from 'idb';
import { expect, onTestFinished, test } from 'vitest';
import { STORAGE_ERROR_MESSAGES } from '../../../protocol/errors.ts';
import type { RequestContext } from '../../../protocol/provider/request-context.ts';
import type { InfrastructureSettings } from '../../../protocol/infrastructure/rpc.ts';
import { LogRequest } from '../../../protocol/provider/logging.ts';
import type { ResponseContext } from '../../../protocol/provider/response-context.ts';
import { EVENT_TIER } from '../../../protocol/events/event-tier.ts';
import { STORE_NAMES, type StoredEvent, type StoredRequest } from '../../../protocol/infrastructure/records.ts';
import { createInfrastructure } from '../../../workers/infrastructure/infrastructure.worker.ts';
import { createSystemEnvironment } from '../../../workers/infrastructure/system-environment.ts';
import { makeStoredRequest } from '../../support/log-store-contract.ts';
import { idsIn, makeLine, makeLines, makeSettings } from '../../support/pipeline-harness.ts';
import { LOG_BYTES_MAX, LOG_ROWS_MAX, POTENTIAL_FAULTS_MAX } from '../../../protocol/constants.ts';
import { QUOTA_PAUSE_MS } from '../../../workers/infrastructure/storage/persistence.ts';

function textOf(body: RequestInit['body']): string {
  return typeof body === 'string' ? body : strFromU8(gunzipSync(body as Uint8Array));
}

/** The service on real storage and real locks; only the network is faked. */
async function startService({
  identifier = `user ${Math.random()}`,
  page = {} as Partial<InfrastructureSettings['page']>,
  pageConfig = {} as object,
  sessionId = '',
  random = 1,
  clockOffsetMs = (): number => 0,
  responseContext = {} as ResponseContext,
  works = true,
} = {}) {
  const requests: LogRequest[] = [];
  const calls: { readonly context: RequestContext }[] = [];
  const reports: (readonly [message: string | null, level: string | null])[] = [];
  const network = { works };
  const environment = createSystemEnvironment();
  const service = createInfrastructure({
    ...environment,
    clock: {
      now: () => environment.clock.now() + clockOffsetMs(),
      monotonicNow: () => environment.clock.monotonicNow() + clockOffsetMs(),
      after: (delayMs, task) => environment.clock.after(delayMs, task),
    },
    random: { ...environment.random, fraction: () => random },
    async fetch(address, init) {
      // Refuses every POST: rows left by an earlier page are sent to another address.
      if (!network.works && init?.method === 'POST') throw new TypeError('Failed to fetch');
      const { pathname, searchParams } = new URL(String(address));
      if (pathname === '/youtubei/v1/page_config') return Response.json(pageConfig);
      if (pathname === '/error_204') reports.push([searchParams.get('msg'), searchParams.get('level')]);
      if (pathname === '/youtubei/v1/player') {
        calls.push(JSON.parse(textOf(init?.body)) as { context: RequestContext });
        return Response.json({ playabilityStatus: { status: 'OK' } });
      }
      if (!String(address).includes('log_event')) return new Response(null, { status: 204 });
      const text = textOf(init?.body);
      if (!text.startsWith('x')) requests.push(LogRequest.parse(JSON.parse(text)));
      return Response.json({ accepted: 1, repeated: 0, responseContext });
    },
  });
  const settings = makeSettings({ loggedIn: true, dataSyncId: identifier, ...page });
  const report = await service.start({ ...settings, ...(sessionId === '' ? {} : { sessionId }) });
  onTestFinished(() => service.stop());
  // The page's own events, with repetitions.
  const ids = (): string[] =>
    requests
      .flatMap(({ events }) => events)
      .filter(({ name }) => name === 'hostCommand')
      .map(({ clientEventId }) => clientEventId);
  return { service, report, requests, calls, reports, network, identifier, ids };
}

test('events go through IndexedDB to the provider once, and leave no rows behind [X6, S5]', async () => {
  const { service, ids } = await startService();
  const lines = makeLines(230);
  await service.logEvents(lines);
  expect(await service.flush()).toMatchObject({ value: { sentEvents: 230, remainingEvents: 0 } });
  expect(ids().sort()).toEqual(idsIn(lines).sort());
});

test('events that one page could not send are sent by the next [X6, S6]', async () => {
  const first = await startService({ sessionId: '1'.repeat(32) });
  first.network.works = false;
  const [batched, waiting] = [makeLines(7), makeLines(2)];
  await first.service.logEvents(batched);
  await first.service.flush();
  await first.service.logEvents(waiting);
  first.service.stop();
  const next = await startService({ identifier: first.identifier, sessionId: '2'.repeat(32) });
  await expect
    .poll(async () => {
      await next.service.flush();
      return next.ids().sort();
    })
    .toEqual([...idsIn(batched), ...idsIn(waiting)].sort());
});

test('configuration of one page load applies at the start of the next, and its hash is sent [S4, L7]', async () => {
  const globalConfigGroup = { hot: { hashData: 'h1', configData: { a: 1 } } };
  const first = await startService({ responseContext: { globalConfigGroup } });
  expect(first.report).toMatchObject({ value: { config: {} } });
  await first.service.logEvents(makeLine());
  await first.service.flush();
  first.service.stop();
  const next = await startService({ identifier: first.identifier });
  expect(next.report).toMatchObject({ value: { config: { hot: { a: 1 } } } });
  await next.service.logEvents(makeLine());
  await next.service.flush();
  expect(next.requests[0]?.context.client['configInfo']).toMatchObject({ hotConfigHash: 'h1' });
});

test('consent of the host page takes the tokens of an earlier page load, unless this one has newer ones [N18]', async () => {
  const jarOf = (name: string): ResponseContext => ({
    consistencyTokenJar: { encryptedTokenJarContents: name, expirationSeconds: 60 },
  });
  const first = await startService({ responseContext: jarOf('earlier') });
  await first.service.logEvents(makeLine());
  await first.service.flush();
  const stored = async (): Promise<string> => {
    const database = await openDB(`oriel-config.${encodeURIComponent(first.identifier)}`);
    const rows = await database.getAll(STORE_NAMES.config);
    database.close();
    return JSON.stringify(rows);
  };
  await expect.poll(stored).toContain('earlier');
  first.service.stop();
  // Without a statement of consent, stored tokens are neither loaded nor erased.
  const { consent: _, ...privacy } = makeSettings().page.privacy;
  const open = (responseContext: ResponseContext) =>
    startService({
      identifier: first.identifier,
      page: { privacy },
      responseContext,
    });
  const jarsAfterCall = async ({ service, calls }: Awaited<ReturnType<typeof open>>): Promise<unknown> => {
    await service.call('player', { videoId: 'orieldemo01' });
    return calls.at(-1)?.context.request.consistencyTokenJars;
  };
  const asked = await open({});
  expect(await jarsAfterCall(asked)).toEqual([]);
  await asked.service.stateConsent('functional');
  await expect.poll(() => jarsAfterCall(asked)).toEqual([{ encryptedTokenJarContents: 'earlier' }]);
  asked.service.stop();
  const newer = await open(jarOf('newer'));
  await newer.service.logEvents(makeLine());
  await newer.service.flush();
  expect(await stored()).toContain('earlier');
  // Tokens of this page load take precedence over those of an earlier page load.
  await newer.service.stateConsent('functional');
  await expect.poll(stored).toContain('newer');
  expect(await stored()).not.toContain('earlier');
  expect(await jarsAfterCall(newer)).toEqual([{ encryptedTokenJarContents: 'newer' }]);
});

test('two tabs of a user never send the same request [S10]', async () => {
  const first = await startService({ sessionId: '3'.repeat(32) });
  const second = await startService({ identifier: first.identifier, sessionId: '4'.repeat(32) });
  const lines = Array.from({ length: 12 }, () => makeLine({ tier: EVENT_TIER.immediate }));
  await Promise.all(lines.map((line, index) => [first, second][index % 2]?.service.logEvents(line)));
  await Promise.all([first.service.flush(), second.service.flush()]);
  await expect.poll(() => [...first.ids(), ...second.ids()].sort()).toEqual(idsIn(lines.join('\n')).sort());
});

test('no event is lost if the database is deleted while the page is open [X6]', async () => {
  const { service, identifier, network, ids } = await startService();
  network.works = false;
  const [batched, waiting] = [makeLines(7), makeLines(2)];
  await service.logEvents(batched);
  await service.flush();
  await service.logEvents(waiting);
  await new Promise((resolve, reject) => {
    const deletion = indexedDB.deleteDatabase(`oriel-logs.${encodeURIComponent(identifier)}`);
    deletion.onsuccess = resolve;
    deletion.onerror = reject;
  });
  network.works = true;
  await expect
    .poll(async () => {
      await service.flush();
      return ids().sort();
    })
    .toEqual([...idsIn(batched), ...idsIn(waiting)].sort());
});

/** A disk that can be set to full; events to be written are counted. */
function fillableDisk() {
  const { put } = IDBObjectStore.prototype;
  const disk = { isFull: false, putCount: 0 };
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...parameters: Parameters<typeof put>) {
    if (this.name === STORE_NAMES.events) disk.putCount += 1;
    const request = put.apply(this, parameters);
    if (!disk.isFull) return request;
    // As in the browser: the request is accepted, and the transaction fails.
    Object.defineProperty(this.transaction, 'error', { value: new DOMException('No room', 'QuotaExceededError') });
    this.transaction.abort();
    return request;
  };
  onTestFinished(() => {
    IDBObjectStore.prototype.put = put;
  });
  return disk;
}

test('an error inside a transaction is reported as a bug, not as a disk fault, and IndexedDB stays in use [E3, S12]', async () => {
  const { service, reports } = await startService({ random: 0.5 });
  const { put } = IDBObjectStore.prototype;
  onTestFinished(() => void (IDBObjectStore.prototype.put = put));
  for (let bug = 0; bug <= POTENTIAL_FAULTS_MAX; bug += 1) {
    IDBObjectStore.prototype.put = () => {
      IDBObjectStore.prototype.put = put;
      throw new TypeError('a bug');
    };
    await service.logEvents(makeLine({ tier: EVENT_TIER.immediate }));
  }
  expect(await service.logEvents(makeLine())).toMatchObject({ ok: true, value: { mode: 'indexeddb' } });
  expect(reports.filter(([, level]) => level === 'error')).toEqual([['TypeError: a bug', 'error']]);
  expect(reports.map(([message]) => message)).not.toContain(STORAGE_ERROR_MESSAGES.explicitAbort);
});

test('writing to IndexedDB continues after a disk fault [S12]', async () => {
  const disk = fillableDisk();
  let offsetMs = 0;
  const { service } = await startService({ clockOffsetMs: () => offsetMs });
  disk.isFull = true;
  await service.logEvents(makeLine({ tier: EVENT_TIER.immediate }));
  disk.isFull = false;
  offsetMs += QUOTA_PAUSE_MS;
  expect(await service.logEvents(makeLine())).toMatchObject({ ok: true, value: { mode: 'indexeddb' } });
});

/** All rows of the log database of this user. */
async function storedRows(identifier: string): Promise<readonly (StoredRequest | StoredEvent)[]> {
  const database = await openDB(`oriel-logs.${encodeURIComponent(identifier)}`);
  const rows = await Promise.all([database.getAll(STORE_NAMES.events), database.getAll(STORE_NAMES.requests)]);
  database.close();
  return rows.flat();
}

const sizeOf = (row: StoredRequest | StoredEvent): number =>
  'serialized' in row ? row.serialized.length : row.sizeBytes;

/** Stores rows as earlier pages would in a week in which the provider was unreachable: requests of the lowest tier. */
async function leaveRows(identifier: string, count: number, sizeBytes: number): Promise<void> {
  const started = await startService({ identifier, sessionId: '5'.repeat(32) });
  started.service.stop();
  const database = await openDB(`oriel-logs.${encodeURIComponent(identifier)}`);
  const { store, done } = database.transaction(STORE_NAMES.requests, 'readwrite');
  for (let index = 0; index < count; index += 1) {
    const timestamp = Date.now() - WEEK_MS + (index * WEEK_MS) / count;
    const options = { method: 'POST' as const, headers: {}, body: 'x'.repeat(sizeBytes) };
    void store.put(makeStoredRequest(`left ${index}`, { eventIds: [`left.${index}`], timestamp, sizeBytes, options }));
  }
  await done;
  database.close();
}

test.each([
  { what: '1000 rows at most', leftCount: LOG_ROWS_MAX - 10, leftBytes: 100 },
  { what: '5 MB at most', leftCount: 52, leftBytes: 100_000 },
])(
  'after a week’s outage storage keeps $what, drops the oldest rows of the lowest tier, and reports their count [X6]',
  async ({ leftCount, leftBytes }) => {
    const identifier = `user ${Math.random()}`;
    await leaveRows(identifier, leftCount, leftBytes);
    const { service, requests, network } = await startService({
      identifier,
      sessionId: '6'.repeat(32),
      works: false,
    });
    const logOne = () => service.logEvents(makeLine({ tier: EVENT_TIER.immediate, note: noise(10_000) }));
    for (let index = 0; index < 30; index += 1) await logOne();
    const rows = await storedRows(identifier);
    expect(rows.length).toBeLessThanOrEqual(LOG_ROWS_MAX);
    expect(rows.reduce((sum, row) => sum + sizeOf(row), 0)).toBeLessThanOrEqual(LOG_BYTES_MAX);
    const left = rows.filter(({ id }) => id.startsWith('left ')).map(({ id }) => id);
    expect(left).not.toContain('left 0');
    expect(left).toContain(`left ${leftCount - 1}`);
    network.works = true;
    await logOne();
    // A failed attempt in progress may park waiting events (S6) after one flush, not after the next.
    const toldCount = (): number => {
      void service.flush();
      return requests.flatMap(({ dropped = [] }) => dropped).reduce((sum, drop) => sum + drop.count, 0);
    };
    // Events of the service itself are sent last, a tenth of a second after each of the others (S6).
    const options = { timeout: 240_000, interval: 3_000 };
    await expect.poll(toldCount, options).toBeGreaterThanOrEqual(leftCount - left.length);
  },
  300_000,
);

const WEEK_MS = 7 * 24 * 3_600_000;

/** Text with a low compression ratio. */
function noise(characters: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(characters));
  return Array.from(bytes, (byte) => byte.toString(36))
    .join('')
    .slice(0, characters);
}
