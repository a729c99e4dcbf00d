import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Client } from 'pg';
import { createBudgets } from '../../../src/provider/budgets/create-budgets.ts';
import { backUp } from '../../../src/provider/database/back-up.ts';
import { POSTGRES_MIGRATIONS } from '../../../src/cluster/postgres/postgres-migrations.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openDatabase, openServerDatabases } from './support/open-database.ts';
import { StorageUnavailable } from '../../../src/provider/database/storage-errors.ts';
import { findPostgres, PostgresServer } from '../../support/cluster/postgres-server.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { batch, LOG_EVENT } from './support/events.ts';
import { describeAudience } from './support/audience-contract.ts';
import { describeBandwidth } from './support/bandwidth-contract.ts';
import { describeForgetting } from './support/forget-contract.ts';
import { describePersons } from './support/person-contract.ts';
import { describeRetention } from './support/retention-contract.ts';
import { describeStores } from './support/store-contract.ts';
import { describeViewing } from './support/viewing-contract.ts';
import { columnsOf, countOf, tablesOf } from './support/tables.ts';
import { openTestProvider } from './support/test-provider.ts';

const clock = createFakeClock();
const bin = findPostgres();
/** Timeout for a busy machine. */
const START_TIMEOUT_MS = 60_000;

describe('stores on libSQL in memory', () => {
  describeStores(() => ':memory:');
  describeRetention(() => ':memory:');
  describeAudience(() => ':memory:');
  describeBandwidth(() => ':memory:');
  describeForgetting(() => ':memory:');
  describePersons(() => ':memory:');
  describeViewing(() => ':memory:');
});

describe('stores on libSQL in a file', () =>
  describeStores(async () => {
    const folder = await temporaryFolder();
    return `file:${join(folder, 'provider.db')}`;
  }));

describe.skipIf(bin === undefined)('stores on PostgreSQL (needs its programs)', { tags: ['thorough'] }, () => {
  let server: PostgresServer;
  let databases = 0;
  const newUrl = (): string => server.createDatabase(`stores_${(databases += 1)}`);

  let starting: Promise<PostgresServer> | undefined;
  beforeAll(async () => {
    starting = PostgresServer.start(bin ?? '', ['fsync=off', 'max_connections=200']);
    server = await starting;
  }, START_TIMEOUT_MS);
  afterAll(async () => (await starting)?.stop(), START_TIMEOUT_MS);

  describeStores(newUrl);
  describeRetention(newUrl);
  describeAudience(newUrl);
  describeBandwidth(newUrl);
  describeForgetting(newUrl);
  describePersons(newUrl);
  describeViewing(newUrl);

  test('both dialects have the same tables with the same columns', async () => {
    const [postgres, libSql] = [
      await openDatabase({ url: newUrl() }, clock),
      await openDatabase({ url: ':memory:' }, clock),
    ];
    onTestFinished(async () => void (await Promise.all([postgres.close(), libSql.close()])));
    const tables = await tablesOf(libSql);
    expect(await tablesOf(postgres)).toEqual(tables);
    const names = async (database: typeof postgres, table: string): Promise<string[]> =>
      (await columnsOf(database, table)).map(({ name }) => name).sort();
    for (const table of tables) expect(await names(postgres, table)).toEqual(await names(libSql, table));
  });

  test('after a migration from version 3, the rows count against the budgets', async () => {
    const url = newUrl();
    const old = new Client({ connectionString: url });
    await old.connect();
    await old.query('CREATE TABLE schema_versions (version INTEGER PRIMARY KEY, applied_at_ms BIGINT NOT NULL)');
    for (const { version, statements } of POSTGRES_MIGRATIONS.filter((one) => one.version <= 3)) {
      for (const statement of statements) await old.query(statement);
      await old.query('INSERT INTO schema_versions VALUES ($1, 1)', [version]);
    }
    await old.query(`INSERT INTO sessions SELECT 's' || i, 0, 0, '1', 1, 0, 1, 0, 0 FROM generate_series(1, 40) AS i`);
    await old.query(
      `INSERT INTO feedback (viewer, video_id, kind, received_at_ms) VALUES ('visitor:a', 'v', 'like', 5)`,
    );
    await old.end();
    const state = await openDatabase({ url }, clock);
    onTestFinished(() => state.close());
    const budgets = createBudgets(state, clock, 10_000_000);
    const rows = async (name: string): Promise<number | undefined> =>
      (await budgets.report()).budgets.find((budget) => budget.name === name)?.rows;
    expect([await rows('log'), await rows('viewers')]).toEqual([40, 2]);
    await state.execute('DELETE FROM sessions');
    expect(await rows('log')).toBe(0);
  });

  test('three connections opened at once migrate an empty database once', async () => {
    const url = newUrl();
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase({ url }, clock)));
    onTestFinished(async () => void (await Promise.all(opened.map((one) => one.close()))));
    const [first] = opened;
    expect(first === undefined ? 0 : await countOf(first, 'schema_versions')).toBe(POSTGRES_MIGRATIONS.length);
  });

  test('concurrent writes through three connections all succeed', async () => {
    const url = newUrl();
    const opened = await Promise.all([1, 2, 3].map(() => openServerDatabases({ url }, clock)));
    onTestFinished(async () => void (await Promise.all(opened.map(({ state }) => state.close()))));
    const add = `INSERT INTO client_drops VALUES ('a', 1) ON CONFLICT (reason) DO UPDATE SET count = client_drops.count + 1`;
    await Promise.all(
      opened.flatMap(({ state, events }) =>
        Array.from({ length: 50 }, (_, index) => (index % 2 ? state : events).execute(add)),
      ),
    );
    const { rows } = (await opened[0]?.state.execute('SELECT count FROM client_drops')) ?? { rows: [] };
    expect(rows).toEqual([{ count: 150 }]);
  });

  test('a database of a newer version is refused, and the error for an unreachable server omits its password', async () => {
    const url = newUrl();
    const database = await openDatabase({ url }, clock);
    await database.execute('INSERT INTO schema_versions VALUES (99, 1)');
    await database.close();
    await expect(openDatabase({ url }, clock)).rejects.toThrow(/version 99.*Update the provider/);
    const elsewhere = openDatabase({ url: 'postgres://me:secret@127.0.0.1:1/x' }, clock);
    await expect(elsewhere).rejects.toThrow(/postgres:\/\/me@127\.0\.0\.1:1\/x cannot be used.*ORIEL_DATABASE_URL/s);
  });

  test('a backup of a PostgreSQL database is refused with a reference to pg_dump', async () => {
    expect(await backUp('postgres://x@db.example/oriel', '/b.dump')).toMatchObject({
      ok: false,
      message: expect.stringContaining('pg_dump') as string,
    });
  });

  test('while the server is down, calls get 503 with a retry time, and after its restart they succeed and rows are kept', async () => {
    const url = newUrl();
    const provider = await openTestProvider({ databaseUrl: url });
    expect((await provider.post(LOG_EVENT, batch([1, 2]))).status).toBe(200);
    const held = await openDatabase({ url }, clock);
    onTestFinished(() => held.close());
    const inTheMiddle = expect(held.batch(['SELECT pg_sleep(60)'], 'write')).rejects.toBeInstanceOf(StorageUnavailable);
    await expect
      .poll(async () => (await held.execute(`SELECT pid FROM pg_stat_activity WHERE query LIKE '%sleep(60)'`)).rows)
      .toHaveLength(1);
    await server.process.kill('SIGQUIT');
    await inTheMiddle;
    const refused = await provider.post(LOG_EVENT, batch([3]));
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    const state = openDatabase({ url }, clock);
    await expect(state).rejects.toBeInstanceOf(StorageUnavailable);
    await server.process.start();
    await expect.poll(async () => (await provider.post(LOG_EVENT, batch([2, 3]))).status).toBe(200);
    expect(await (await provider.get('/provider/api/events/count')).json()).toEqual({ count: 3 });
  });
});
