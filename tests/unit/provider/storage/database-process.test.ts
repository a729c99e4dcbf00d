// @module-tag thorough
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DatabaseProcess } from '../../../../src/provider/storage/database-process.ts';
import { StorageUnavailable } from '../../../../src/provider/database/storage-errors.ts';
import { DEFAULT_LIMITS, type Limits } from '../../../../src/provider/settings/limits.ts';
import type { RunningProvider } from '../../../../src/server/start-provider.ts';
import { systemClock } from '../../../../src/provider/system.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { buildDatabaseScript } from '../support/database-process.ts';
import { batch, LOG_EVENT, VIDEO_STATS, wireEvent } from '../support/events.ts';
import { startTestProvider } from '../support/start-test-provider.ts';

let built: Awaited<ReturnType<typeof buildDatabaseScript>>;
beforeAll(async () => {
  built = await buildDatabaseScript();
});
afterAll(() => built.remove());

/** Id of the process of the database that the current test has open; `undefined` while no such process runs. */
function processId(): number | undefined {
  const line = execFileSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .find((process) => process.includes(built.script));
  return line === undefined ? undefined : Number.parseInt(line, 10);
}

interface Setup {
  readonly provider: RunningProvider;
  readonly database: DatabaseProcess;
  readonly databaseUrl: string;
  readonly problems: readonly string[];
  log(...indexes: number[]): Promise<Response>;
  page(): Promise<Response>;
  eventCount(): Promise<unknown>;
}

/** A listening provider whose database is a file, in a separate process. */
async function setUp(limits: Partial<Limits> = {}, given?: string): Promise<Setup> {
  const folder = given ?? (await temporaryFolder());
  const databaseUrl = `file:${join(folder, 'provider.db')}`;
  const problems: string[] = [];
  const opened: DatabaseProcess[] = [];
  const provider = await startTestProvider({
    databaseUrl,
    async openStorage(address, clock) {
      const options = { script: built.script, address, clock, limits: { ...DEFAULT_LIMITS, ...limits } };
      const database = await DatabaseProcess.open({ ...options, onProblem: (message) => problems.push(message) });
      opened.push(database);
      return database.storage;
    },
  });
  const { url } = provider;
  const [database] = opened;
  if (database === undefined) throw new Error('the provider has opened no database');
  return {
    provider,
    database,
    databaseUrl,
    problems,
    log: (...indexes) => fetch(url + LOG_EVENT, { method: 'POST', body: JSON.stringify(batch(indexes)) }),
    page: () => fetch(`${url}/embed/orieldemo01`),
    eventCount: async () => (await fetch(`${url}/provider/api/events/count`)).json(),
  };
}

test('after a native crash of the database process, pages are served and acknowledged events are kept', async () => {
  const { log, page, eventCount, problems } = await setUp();
  expect((await log(1, 2, 3)).status).toBe(200);
  process.kill(processId() ?? 0, 'SIGABRT');
  const [during, served] = await Promise.all([log(4), page()]);
  expect(served.status).toBe(200);
  expect([200, 503]).toContain(during.status);
  await expect.poll(() => problems).toEqual([expect.stringContaining('SIGABRT')]);
  // Calls wait for the next process, and get 503 if a busy machine starts it too slowly.
  await expect.poll(async () => (await log(4, 5)).status, { timeout: 30_000 }).toBe(200);
  expect(await eventCount()).toEqual({ count: 5 });
});

test('a restarted database process still distinguishes videos of the catalog from unknown ids', async () => {
  const { provider, database } = await setUp();
  let index = 0;
  const play = async (videoId: string): Promise<number> => {
    const payload = { videoId, startUpMs: 1, engine: 'worker', quality: 'hd720' };
    const events = [wireEvent((index += 1), { name: 'playbackStarted', payload })];
    const response = await fetch(`${provider.url}${VIDEO_STATS}`, {
      method: 'POST',
      body: JSON.stringify(batch([], { events })),
    });
    return response.status;
  };
  expect([await play('orieldemo01'), await play('made-up')]).toEqual([200, 200]);
  process.kill(processId() ?? 0, 'SIGKILL');
  await expect.poll(() => play('made-up-2'), { timeout: 30_000 }).toBe(200);
  const { rows } = await database.execute(
    `SELECT DISTINCT video_id FROM audience_facts WHERE fact = 'views' AND video_id <> '' ORDER BY video_id`,
  );
  expect(rows.map((row) => row['video_id'])).toEqual(['/each', 'orieldemo01', 'other']);
});

test('after each of two crashes, the database process is started again and stored events are kept', async () => {
  const { log, eventCount, problems } = await setUp();
  for (const index of [1, 2]) {
    expect((await log(index)).status).toBe(200);
    process.kill(processId() ?? 0, 'SIGKILL');
    await expect.poll(() => problems.length).toBe(index);
    await expect.poll(processId, { timeout: 10_000 }).toBeDefined();
  }
  expect(await eventCount()).toEqual({ count: 2 });
});

test('while another process locks the database, pages are served, and events are stored once the lock is released', async () => {
  const { databaseUrl, log, page } = await setUp();
  const other = createClient({ url: databaseUrl });
  onTestFinished(() => other.close());
  const lock = await other.transaction('write');
  let isStored = false;
  const stored = log(1).then((response) => {
    isStored = response.ok;
    return response;
  });
  expect((await page()).status).toBe(200);
  expect(isStored).toBe(false);
  await lock.rollback();
  // If the page took longer than a call waits for the lock, the sender got 503 and sends again.
  const { status } = await stored;
  expect(status === 503 ? (await log(1)).status : status).toBe(200);
});

test('a write that waits too long for a lock gets 503 with a retry time', async () => {
  const { databaseUrl, log } = await setUp({ databaseTimeoutMs: 300 });
  const other = createClient({ url: databaseUrl });
  onTestFinished(() => other.close());
  const lock = await other.transaction('write');
  const refused = await log(1);
  expect([refused.status, Number(refused.headers.get('Retry-After')) > 0]).toEqual([503, true]);
  await lock.rollback();
});

test('a full database causes 503 for writes, and pages are served', async () => {
  const { databaseUrl, log, page } = await setUp({ databaseMaxBytes: 400_000 });
  expect((await log(1)).status).toBe(200);
  // Fills the file with a table that no budget counts, so that no sender is refused before the file is full.
  const other = createClient({ url: databaseUrl });
  onTestFinished(() => other.close());
  await other.batch(['CREATE TABLE padding (text)', `INSERT INTO padding VALUES (zeroblob(800000))`], 'write');
  const statuses = new Set<number>();
  for (let index = 0; index < 20 && !statuses.has(503); index += 1)
    statuses.add((await log(...Array.from({ length: 10 }, (_, event) => 2 + index * 10 + event))).status);
  expect(statuses).toContain(503);
  expect((await page()).status).toBe(200);
});

test('a database call past the limit of waiting calls gets 503, and a later call is accepted again', async () => {
  const { database, databaseUrl, log } = await setUp({ databaseQueueMaxCalls: 3 });
  const other = createClient({ url: databaseUrl });
  onTestFinished(() => other.close());
  const lock = await other.transaction('write');
  const waiting = [1, 2, 3].map((index) => log(index));
  await expect.poll(() => database.queuedCalls).toBe(3);
  expect((await log(4)).status).toBe(503);
  await lock.rollback();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await log(4)).status).toBe(200);
});

test('close waits for accepted writes, and a database that cannot be opened is rejected with the reason', async () => {
  const folder = await temporaryFolder();
  const common = { script: built.script, clock: systemClock, limits: DEFAULT_LIMITS, onProblem: () => undefined };
  const address = { url: `file:${join(folder, 'provider.db')}` };
  const database = await DatabaseProcess.open({ ...common, address });
  const stored = database.execute({ sql: 'INSERT INTO secrets VALUES (?, ?)', args: ['a', 'b'] });
  await database.close();
  expect(await stored).toMatchObject({ rowsAffected: 1 });
  await expect(database.execute('SELECT 1')).rejects.toBeInstanceOf(StorageUnavailable);
  await expect(DatabaseProcess.open({ ...common, address: { url: 'file:///dev/null/x.db' } })).rejects.toThrow(
    /cannot be used.*ORIEL_DATABASE_URL/s,
  );
});

test('with a damaged database the server serves pages, logs the remedy and warns in readyz until the file is restored', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'provider.db');
  const first = await setUp({}, folder);
  expect((await first.log(1, 2, 3)).status).toBe(200);
  await first.provider.close();
  // Moves all data into the database file, because a write-ahead log would repair the damage.
  const client = createClient({ url: `file:${file}` });
  await client.execute('PRAGMA wal_checkpoint(TRUNCATE)');
  client.close();
  for (const log of ['-wal', '-shm']) await rm(file + log, { force: true });
  const good = await readFile(file);
  const bytes = Buffer.from(good);
  // Damages all pages except the first, which identifies the file as a database.
  bytes.fill(0xaa, 4_096);
  await writeFile(file, bytes);

  const { page, log, problems, provider } = await setUp({}, folder);
  expect((await page()).status).toBe(200);
  expect((await log(4)).status).toBe(503);
  expect(problems).toEqual([expect.stringMatching(/SQLITE_CORRUPT.*restore the last backup.*served without it/s)]);
  const { warnings } = (await (await fetch(`${provider.url}/readyz`)).json()) as { warnings: string[] };
  expect(warnings).toContainEqual(expect.stringContaining('The database takes no writes: its file is damaged.'));
  // The next attempt to open the database finds the restored file.
  await writeFile(file, good);
  await expect.poll(async () => (await log(5)).status, { timeout: 60_000 }).toBe(200);
});
