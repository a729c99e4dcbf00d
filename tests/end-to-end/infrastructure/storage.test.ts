import { expect } from 'vitest';
import { EVENT_TIER } from '../../../protocol/infrastructure/event-tier.ts';
import { idsIn, makeLine, makeLines } from '../../support/pipeline-harness.ts';
import type { RecordedRequest } from './support/recording-provider.ts';
import { flush, startWorker, test, type BuiltWorker, type WorkerLab } from './support/worker-lab.ts';

/** The built worker on databases that are older, newer, broken or refused. */

const LOGS = 'oriel-logs.logged-out';
const CONFIG = 'oriel-config.logged-out';

/** Level and words of each report. */
const reportsTo = ({ provider }: WorkerLab) =>
  provider.to('/error_204').map(({ query }) => [query.get('level'), query.get('msg')]);
const idsOf = ({ body }: RecordedRequest): string[] =>
  (JSON.parse(body) as { events: { clientEventId: string }[] }).events.map(({ clientEventId }) => clientEventId);

interface PresentStore {
  readonly name: string;
  readonly keyPath: string;
  readonly row: object;
}

/** An origin with a database of this version, and a worker that has not started. */
async function make(lab: WorkerLab, name: string, version: number, store?: PresentStore): Promise<BuiltWorker> {
  const worker = await lab.open();
  await worker.page.evaluate(
    ([databaseName, number, present]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(databaseName, number);
        opening.onupgradeneeded = () => {
          if (present === undefined) return;
          const { keyPath } = present;
          opening.result.createObjectStore(present.name, { keyPath }).put(present.row);
        };
        opening.onsuccess = () => {
          opening.result.close();
          resolve();
        };
      }),
    [name, version, store] as const,
  );
  return worker;
}

/** Of a version that is not written yet. */
const TOMORROW: PresentStore = { name: 'ofTomorrow', keyPath: 'id', row: { id: 'row' } };

const versionOf = (worker: BuiltWorker, wanted: string) =>
  worker.page.evaluate(
    async (name) => (await indexedDB.databases()).find((database) => database.name === name)?.version,
    wanted,
  );

test('an older request log is upgraded to version 9, and what it holds is sent [S2]', async ({ lab }) => {
  const row = {
    id: 'kept',
    url: '/youtubei/v1/log_event?kept',
    options: { method: 'POST', headers: {}, body: '{}' },
    timestamp: Date.now(),
  };
  const worker = await make(lab, LOGS, 8, { name: 'LogsRequestsStore', keyPath: 'id', row });
  await worker.start();
  await flush(worker);
  await expect.poll(() => lab.provider.to('/log_event').map(({ query }) => query.has('kept'))).toEqual([true]);
  expect(await versionOf(worker, LOGS)).toBe(9);
});

test('a newer request log is left as it is, reported, and logging goes on without it [S2, E2, E3]', async ({ lab }) => {
  const worker = await make(lab, LOGS, 10, TOMORROW);
  expect(await worker.start()).toMatchObject({
    value: { storage: 'memory', storageReason: 'The binary is incompatible with the database version' },
  });
  const lines = makeLines(5);
  void worker.call('logEvents', lines);
  await flush(worker);
  await expect.poll(() => lab.provider.to('/log_event').flatMap(idsOf)).toEqual(expect.arrayContaining(idsIn(lines)));
  await expect
    .poll(() => reportsTo(lab))
    .toEqual([['warning', 'The binary is incompatible with the database version']]);
  expect(await worker.rows(LOGS, 'ofTomorrow')).toEqual([TOMORROW.row]);
});

test('a newer config store is left as it is and reported; an older one keeps what it holds [S3, S4]', async ({
  lab,
}) => {
  const newer = await make(lab, CONFIG, 2, TOMORROW);
  expect(await newer.start()).toMatchObject({ value: { storage: 'indexeddb', config: {} } });
  await expect
    .poll(() => reportsTo(lab))
    .toEqual([['warning', 'The binary is incompatible with the database version']]);
  expect(await newer.rows(CONFIG, 'ofTomorrow')).toEqual([TOMORROW.row]);
  await newer.page.evaluate((name) => void indexedDB.deleteDatabase(name), CONFIG);
  await newer.close();
  const record = { config: 'hot', hashData: 'h1', configData: { a: 1 }, timestamp: 1 };
  const present = await make(lab, CONFIG, 1, { name: 'configs', keyPath: 'config', row: record });
  expect(await present.start()).toMatchObject({ value: { config: { hot: { a: 1 } } } });
  expect(await versionOf(present, CONFIG)).toBe(1);
});

test('a database without its object stores is opened again, then made anew, and each is reported [S11, E2, E3]', async ({
  lab,
}) => {
  const worker = await make(lab, LOGS, 9);
  expect(await worker.start()).toMatchObject({ value: { storage: 'indexeddb' } });
  await expect
    .poll(() => reportsTo(lab))
    .toEqual(
      expect.arrayContaining([
        ['warning', 'Database is reopened because expected object stores were not created'],
        ['warning', 'Database is deleted because expected object stores were not created'],
      ]),
    );
  expect(await worker.call('logEvents', makeLine())).toMatchObject({ value: { mode: 'indexeddb' } });
});

/** What a browser does to the worker's storage, and what is reported about it. */
const abortedBy = (name: string): string => `
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (...parameters) {
    const request = put.apply(this, parameters);
    Object.defineProperty(this.transaction, 'error', { value: new DOMException('of the test', '${name}') });
    this.transaction.abort();
    return request;
  };`;

test.for([
  [
    'no IndexedDB',
    `Object.defineProperty(self, 'indexedDB', { value: undefined });`,
    'error',
    'IndexedDB is not supported',
  ],
  ['a full disk', abortedBy('QuotaExceededError'), 'warning', 'The current transaction exceeded its quota limitations'],
  [
    'an error without a name',
    abortedBy('UnknownError'),
    'warning',
    'The current transaction may have failed because of exceeding quota limitations',
  ],
  ['an abort by the browser', abortedBy('AbortError'), 'warning', 'Transaction was aborted for unknown reasons'],
  [
    'a connection that is closed',
    `const { transaction } = IDBDatabase.prototype;
    let left = 1;
    IDBDatabase.prototype.transaction = function (...parameters) {
      if (parameters[1] === 'readwrite' && left-- > 0) this.close();
      return transaction.apply(this, parameters);
    };`,
    'warning',
    "Can't start a transaction on a closed database",
  ],
  [
    'stores that are never made',
    `Object.defineProperty(IDBDatabase.prototype, 'objectStoreNames', { get: () => ({ contains: () => false }) });`,
    'error',
    'Object stores not created',
  ],
  [
    'an index that is never made',
    `Object.defineProperty(IDBObjectStore.prototype, 'indexNames', { get: () => ({ contains: () => false }) });`,
    'warning',
    'Index not created',
  ],
] as const)(
  '%s is reported in its words and severity, and the event arrives [E2, E3]',
  async ([, platform, level, message], { lab }) => {
    const { worker } = await startWorker(() => lab.open(platform));
    const line = makeLine({ tier: EVENT_TIER.immediate });
    void worker.call('logEvents', line);
    await expect.poll(() => reportsTo(lab)).toContainEqual([level, message]);
    await flush(worker);
    await expect.poll(() => lab.provider.to('/log_event').flatMap(idsOf)).toEqual(expect.arrayContaining(idsIn(line)));
  },
);

test('after ten faults the session writes no more, and sends from memory [S12]', async ({ lab }) => {
  const { worker } = await startWorker(() =>
    lab.open(`
      const { put } = IDBObjectStore.prototype;
      self.writes = { isFull: true, count: 0 };
      addEventListener('message', ({ data }) => { if (data === 'mend') self.writes.isFull = false; });
      IDBObjectStore.prototype.put = function (...parameters) {
        self.writes.count += 1;
        const request = put.apply(this, parameters);
        if (!self.writes.isFull) return request;
        Object.defineProperty(this.transaction, 'error', { value: new DOMException('full', 'QuotaExceededError') });
        this.transaction.abort();
        return request;
      };`),
  );
  const logged: string[] = [];
  const log = async () => {
    /** After the pause that a full disk causes. */
    await worker.advance(60_000);
    const line = makeLine({ tier: EVENT_TIER.immediate });
    logged.push(line);
    const outcome = worker.call('logEvents', line);
    await flush(worker);
    return outcome;
  };
  for (let fault = 0; fault < 10; fault += 1) expect(await log()).toMatchObject({ value: { mode: 'memory' } });
  const thread = worker.page.workers()[0];
  const countWrites = () => thread?.evaluate(() => (self as unknown as { writes: { count: number } }).writes.count);
  await thread?.evaluate(() => ((self as unknown as { writes: { isFull: boolean } }).writes.isFull = false));
  const before = await countWrites();
  expect(await log()).toMatchObject({ value: { mode: 'memory' } });
  expect(await countWrites()).toBe(before);
  expect(lab.provider.to('/log_event').flatMap(idsOf)).toEqual(expect.arrayContaining(idsIn(logged.join('\n'))));
});

test.for([
  [0.05, ['put-events', 'read']],
  [0.15, ['put-events']],
  [0.25, []],
] as const)(
  'of transactions 0.2 are logged, of those that only read 0.1: at %f %o [S13]',
  async ([fraction, kinds], { lab }) => {
    const { worker } = await startWorker(() => lab.open(`self.setChance(${fraction});`));
    await worker.call('logEvents', makeLines(5));
    await flush(worker);
    /** What has been sampled goes along with the next events of the page. */
    await worker.call('logEvents', makeLines(5));
    await flush(worker);
    const events = lab.provider
      .to('/log_event')
      .flatMap(
        ({ body }) =>
          (JSON.parse(body) as { events: { name: string; payload: { kind: string; sampleWeight: number } }[] }).events,
      );
    const samples = events.filter(({ name }) => name === 'storageTransaction').map(({ payload }) => payload);
    const weights = new Map(samples.map(({ kind, sampleWeight }) => [kind, sampleWeight]));
    expect(['put-events', 'read'].filter((kind) => weights.has(kind))).toEqual(kinds);
    for (const [kind, weight] of weights) expect(weight, kind).toBe(kind === 'read' ? 10 : 5);
  },
);
