import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Database, Value } from '../../../src/provider/database/database.ts';
import { openDatabase } from '../../../src/provider/database/open-database.ts';
import { RETENTION } from '../../../src/provider/database/retention-rules.ts';
import { Retention, startRetention } from '../../../src/provider/database/retention.ts';
import { StorageUnavailable } from '../../../src/provider/database/storage-errors.ts';
import { DEFAULT_LIMITS } from '../../../src/provider/settings/limits.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const DAY_MS = 86_400_000;

async function setUp() {
  const clock = createFakeClock();
  const database = await openDatabase({ url: ':memory:' }, clock);
  onTestFinished(() => database.close());
  return { clock, database, retention: new Retention(database, clock, DEFAULT_LIMITS) };
}

async function tablesOf(database: Database): Promise<string[]> {
  const sql = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;
  return (await database.execute(sql)).rows.map(({ name }) => String(name));
}

/** A row with `timeMs` in one column and a value in every other. */
async function insert(database: Database, table: string, timed: string, timeMs: number, id: number): Promise<void> {
  const { rows } = await database.execute(`SELECT name, type FROM pragma_table_info('${table}')`);
  const values = rows.map(({ name, type }): Value => {
    if (name === timed) return timeMs;
    return name === 'id' || type !== 'TEXT' ? id : `text ${id}`;
  });
  const places = rows.map(() => '?').join(', ');
  await database.execute({ sql: `INSERT INTO ${table} VALUES (${places})`, args: values });
}

async function countOf(database: Database, table: string): Promise<unknown> {
  return (await database.execute(`SELECT count(*) AS count FROM ${table}`)).rows[0]?.['count'];
}

test('every table of the database has a rule', async () => {
  const { database } = await setUp();
  expect(Object.keys(RETENTION).sort()).toEqual(await tablesOf(database));
});

const timed = Object.entries(RETENTION).flatMap(([table, rules]) =>
  rules.flatMap((rule) => ('column' in rule ? [{ table, ...rule }] : [])),
);

test.each(timed)('$table deletes rows whose $column has expired, and no others', async ({ table, column, days }) => {
  const { clock, database, retention } = await setUp();
  const keptMs = days === 0 ? 0 : DEFAULT_LIMITS[days] * DAY_MS;
  await clock.advance(5_000 * DAY_MS);
  await insert(database, table, column, clock.now() - keptMs - 1, 1);
  await insert(database, table, column, clock.now() - keptMs, 2);
  await retention.sweep();
  expect(await countOf(database, table)).toBe(1);
});

test('a table with more rows than one chunk is swept completely', async () => {
  const { clock, database, retention } = await setUp();
  await clock.advance(100 * DAY_MS);
  const statements = Array.from({ length: 2_500 }, (_, index) => ({
    sql: `INSERT INTO bot_answers VALUES (?, 0)`,
    args: [`answer ${index}`],
  }));
  await database.batch(statements, 'write');
  await retention.sweep();
  expect(await countOf(database, 'bot_answers')).toBe(0);
});

test('past its budget the database sheds the least important events first, then the oldest', async () => {
  const { clock, database, retention } = await setUp();
  const payload = 'x'.repeat(400);
  const statements = Array.from({ length: 12_000 }, (_, id) => ({
    sql: `INSERT INTO events VALUES (?, ?, 1, 'log_event', 's', 0, 'n', ?, 'q', 0, 0, 0, ?, 1)`,
    args: [id, `event ${id}`, id % 3 === 0 ? 400 : 100, payload],
  }));
  await database.batch(statements, 'write');
  const databaseMaxBytes = Math.round((await retention.usedBytes()) * 0.9);
  await new Retention(database, clock, { ...DEFAULT_LIMITS, databaseMaxBytes }).shed();
  expect(await retention.usedBytes()).toBeLessThan(databaseMaxBytes);
  const { rows } = await database.execute(
    'SELECT tier, count(*) AS count, min(id) AS oldest FROM events GROUP BY tier',
  );
  expect(rows).toMatchObject([
    { tier: 100, oldest: 6_001 },
    { tier: 400, count: 4_000, oldest: 0 },
  ]);
});

test('a full database file refuses writes, and accepts them again once there is room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-retention-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const clock = createFakeClock();
  const databaseMaxBytes = 4_000_000;
  const database = await openDatabase({ url: `file:${join(folder, 'a.db')}` }, clock, databaseMaxBytes);
  onTestFinished(() => database.close());
  let id = 0;
  const add = () =>
    database.batch(
      Array.from({ length: 1_000 }, () => ({
        sql: `INSERT INTO events VALUES (?, ?, 1, 'log_event', 's', 0, 'n', 100, 'q', 0, 0, 0, ?, 1)`,
        args: [(id += 1), `event ${id}`, 'x'.repeat(400)],
      })),
      'write',
    );
  const fill = async (): Promise<void> => {
    for (;;) await add();
  };
  await expect(fill()).rejects.toBeInstanceOf(StorageUnavailable);
  const limits = { ...DEFAULT_LIMITS, databaseMaxBytes: databaseMaxBytes / 1.1 };
  await new Retention(database, clock, limits).shed();
  await expect(add()).resolves.toHaveLength(1_000);
});

test('a failed sweep is reported, and the next one runs', async () => {
  const { clock, database, retention } = await setUp();
  const problems: unknown[] = [];
  const broken = new Retention(
    { ...database, execute: () => Promise.reject(new Error('full')) } as Database,
    clock,
    DEFAULT_LIMITS,
  );
  onTestFinished(startRetention(broken, clock, (error) => problems.push(error)));
  await clock.advance(2 * 60_000);
  expect(problems.length).toBeGreaterThanOrEqual(1);
  await clock.advance(2 * 60_000);
  expect(problems.length).toBeGreaterThanOrEqual(2);
  expect(await retention.usedBytes()).toBeGreaterThan(0);
});
