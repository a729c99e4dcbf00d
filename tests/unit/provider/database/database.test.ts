import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, onTestFinished, test } from 'vitest';
import { LogResponse } from '../../../../protocol/provider/logging.ts';
import { backUp } from '../../../../src/provider/database/back-up.ts';
import type { Database } from '../../../../src/provider/database/database.ts';
import { GroupCommit } from '../../../../src/provider/database/group-commit.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { openDatabase } from '../support/open-database.ts';
import { migrate } from '../../../../src/provider/database/migrate.ts';
import { MIGRATIONS } from '../../../../src/provider/database/migrations.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { batch, LOG_EVENT } from '../support/events.ts';
import { newViewer } from '../support/bot-response.ts';
import { openTestProvider, readJson } from '../support/test-provider.ts';
import { EVENT_RETENTION_MS } from '../../../../src/provider/settings/limits.ts';
import { RETENTION_SWEEP_INTERVAL_MS } from '../../../../src/provider/stores/retention.ts';

async function databaseFile(): Promise<string> {
  const folder = await temporaryFolder();
  return `file:${join(folder, 'deep/er/provider.db')}`;
}

function memory(): Database {
  const database = new GroupCommit(createClient({ url: ':memory:' }), createFakeClock());
  onTestFinished(() => database.close());
  return database;
}

test('stored rows and issued tokens stay valid after a restart', async () => {
  const databaseUrl = await databaseFile();
  const before = await openTestProvider({ databaseUrl });
  await before.post(LOG_EVENT, batch([1, 2]));
  const { visitorData } = await newViewer(before);
  const add = { playlistId: 'WL', actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orielsphere' }] };
  await before.call('browse/edit_playlist', add, { visitorData });
  await before.close();

  const after = await openTestProvider({ databaseUrl });
  const repeat = LogResponse.parse(await readJson(await after.post(LOG_EVENT, batch([2, 3]))));
  expect(repeat).toMatchObject({ accepted: 1, repeated: 1 });
  const { json } = await after.call('player', { playlistId: 'WL' }, { visitorData });
  expect(json).toMatchObject({ videoDetails: { videoId: 'orielsphere' } });
});

test('a database of any older version is migrated without loss of rows', async () => {
  for (const { version } of MIGRATIONS) {
    const database = memory();
    await migrate(
      database,
      MIGRATIONS.filter((migration) => migration.version <= version),
      1,
    );
    await database.execute(`INSERT INTO error_reports (received_at_ms, type, message) VALUES (7, 'T', 'kept')`);
    expect(await migrate(database, MIGRATIONS, 2)).toBe(MIGRATIONS.at(-1)?.version);
    const { rows } = await database.execute('SELECT message, thread, sample_weight FROM error_reports');
    expect(rows[0]).toMatchObject({ message: 'kept', thread: null, sample_weight: 1 });
  }
});

test.each([
  [
    'the stored events of a session',
    `SELECT event_index FROM events WHERE session_id = 's' AND event_index BETWEEN 1 AND 9 ORDER BY event_index`,
    'COVERING INDEX events_of_session (session_id=? AND event_index>? AND event_index<?)',
  ],
  [
    'proofs of work that have expired',
    `SELECT rowid FROM bot_answers WHERE expires_at_ms <= 1`,
    'COVERING INDEX bot_answers_by_age (expires_at_ms<?)',
  ],
])('a query finds %s by an index, without a scan', async (_what, statement, index) => {
  const database = memory();
  await migrate(database, MIGRATIONS, 1);
  const [plan] = await database.batch([`EXPLAIN QUERY PLAN ${statement}`], 'read');
  expect(plan?.rows.map(({ detail }) => detail)).toEqual([expect.stringContaining(index)]);
});

test('a migration marks the sessions of pages and leaves out those of workers', async () => {
  const database = memory();
  await migrate(
    database,
    MIGRATIONS.filter(({ version }) => version <= 3),
    1,
  );
  const event = `INSERT INTO events (batch_id, endpoint, event_index, tier, sequence_id, sequence_index, event_time_ms,
    received_at_ms, payload, payload_known, client_event_id, session_id, name) VALUES (1, 'e', 0, 0, 's', 0, 0, 0, '', 1`;
  const session = `INSERT INTO sessions VALUES`;
  await database.batch(
    [
      `${event}, 'page.0', 'page', 'visibilityChanged')`,
      `${event}, 'page.1', 'page', 'errorReported')`,
      `${event}, 'worker.0', 'worker', 'errorReported')`,
      `${session} ('page', 0, 0, '1', 2, 0, 1, 0, 1), ('worker', 0, 0, '1', 1, 0, 1, 0, 0)`,
    ],
    'write',
  );
  await migrate(database, MIGRATIONS, 2);
  const { rows } = await database.execute('SELECT session_id FROM sessions WHERE is_page');
  expect(rows.map((row) => row['session_id'])).toEqual(['page']);
});

test('invalid data stored before limits existed is cleaned up by the migration and can be read', async () => {
  const databaseUrl = await databaseFile();
  const path = databaseUrl.slice('file:'.length);
  await mkdir(dirname(path), { recursive: true });
  const client = createClient({ url: databaseUrl });
  const old = new GroupCommit(client, createFakeClock());
  await migrate(
    old,
    MIGRATIONS.filter(({ version }) => version <= 4),
    1,
  );
  // As version 4 stored it: `->>` turns an escape into bytes that are not UTF-8.
  const bad = `('{"a":"a\\ud800b"}' ->> 'a')`;
  await client.batch([
    `INSERT INTO events (batch_id, endpoint, event_index, tier, sequence_id, sequence_index, event_time_ms,
      received_at_ms, payload, payload_known, client_event_id, session_id, name)
      VALUES (1, 'log_event', 0, 0, ${bad}, 0, 0, 0, '{}', 1, 's.0', 's', ${bad}),
        (1, 'log_event', 0, 0, 's', 0, 0, 0, '{}', 1, 's.1', 's', 'höflich😀')`,
    `INSERT INTO sessions VALUES ('s', 0, 0, ${bad}, 1, 0, 1, 0, 0, 1), ('t', 0, 0, '${'9'.repeat(100_000)}', 1, 0, 1, 0, 0, 1)`,
    `INSERT INTO batches (received_at_ms, endpoint, client_name, client_version, encoding, wire_bytes, raw_bytes,
      clock_skew_ms, events) VALUES (0, 'log_event', ${bad}, ${bad}, 'gzip', 1, 1, 0, 1)`,
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
      INSERT INTO event_totals SELECT 'log_event', 'name' || i, 0, 1, 1 FROM n`,
    `INSERT INTO event_totals VALUES ('log_event', ${bad}, 0, 7, 0), ('log_event', 'hostCommand', 100, 9, 0)`,
    `INSERT INTO client_drops VALUES ('main', 9223372036854775807), ('a', 9223372036854775807), ('b', 5), (${bad}, 5)`,
  ]);
  await old.close();

  const provider = await openTestProvider({ databaseUrl });
  const read = async (path: string): Promise<unknown> => (await provider.get(`/provider/api/${path}`)).json();
  expect(await read('events')).toMatchObject([{ name: 'höflich😀' }, { name: 'invalid' }]);
  expect(await read('sessions')).toMatchObject([{ clientVersion: '9'.repeat(100) }, { clientVersion: 'invalid' }]);
  expect(await read('batches')).toHaveLength(1);
  const { clientDrops, events } = (await read('summary')) as { clientDrops: object; events: { name: string }[] };
  expect(clientDrops).toEqual([
    { reason: 'main', count: Number.MAX_SAFE_INTEGER },
    { reason: 'other', count: Number.MAX_SAFE_INTEGER },
  ]);
  // The two more frequent names take two of the thousand places, and one of the two is invalid.
  expect(events.slice(0, 2)).toMatchObject([
    { name: 'other', count: 1_500 - 998 + 7 },
    { name: 'hostCommand', count: 9 },
  ]);
  await provider.close();
});

test('totals are capped at the largest number, and can be read afterwards', async () => {
  const databaseUrl = await databaseFile();
  const provider = await openTestProvider({ databaseUrl });
  const dropped = [{ reason: 'main' as const, count: 1_000_000 }];
  await provider.post(LOG_EVENT, batch([1], { dropped }));
  const client = createClient({ url: databaseUrl });
  const almost = Number.MAX_SAFE_INTEGER - 1;
  await client.batch([
    `UPDATE client_drops SET count = ${almost}`,
    `UPDATE event_totals SET count = ${almost}`,
    `UPDATE log_totals SET events = ${almost}, raw_bytes = ${almost}`,
    `UPDATE sessions SET events = ${almost}`,
  ]);
  client.close();
  for (const index of [2, 3]) await provider.post(LOG_EVENT, batch([index], { dropped }));
  const count = Number.MAX_SAFE_INTEGER;
  expect(await (await provider.get('/provider/api/summary')).json()).toMatchObject({
    clientDrops: [{ count }],
    events: [{ count }],
    logs: [{ events: count, rawBytes: count }],
  });
  expect(await (await provider.get('/provider/api/sessions')).json()).toMatchObject([{ events: count }]);
});

test('a failed migration leaves the database at its previous version', async () => {
  const database = memory();
  const broken = [...MIGRATIONS, { version: 99, statements: ['CREATE TABLE half (a)', 'NOT SQL'] }];
  await expect(migrate(database, broken, 1)).rejects.toThrow();
  const { rows } = await database.execute(`SELECT count(*) AS count FROM sqlite_master WHERE name = 'half'`);
  expect(rows[0]).toMatchObject({ count: 0 });
  await expect(migrate(database, MIGRATIONS, 1)).resolves.toBe(MIGRATIONS.at(-1)?.version);
});

test('a database of a newer version is refused with a message that names the remedy', async () => {
  const database = memory();
  await migrate(database, [...MIGRATIONS, { version: 99, statements: [] }], 1);
  await expect(migrate(database, MIGRATIONS, 1)).rejects.toThrow(/version 99.*Update the provider/);
});

test('the error for a database that cannot be opened names its address and the setting', async () => {
  const clock = createFakeClock();
  for (const url of ['bogus://x', 'file:///dev/null/x.db'])
    await expect(openDatabase({ url }, clock)).rejects.toThrow(
      new RegExp(`${url} cannot be used.*ORIEL_DATABASE_URL`, 's'),
    );
});

test('the version numbers of migrations are consecutive', () => {
  expect(MIGRATIONS.map((migration) => migration.version)).toEqual(MIGRATIONS.map((_, index) => index + 1));
});

test('events are deleted once no client can send them again, and not before', async () => {
  const provider = await openTestProvider();
  await provider.post(LOG_EVENT, batch([1]));
  const count = async (): Promise<unknown> => (await provider.get('/provider/api/events/count')).json();
  provider.clock.jumpWallClock(EVENT_RETENTION_MS - 2 * RETENTION_SWEEP_INTERVAL_MS);
  await provider.clock.advance(RETENTION_SWEEP_INTERVAL_MS);
  expect(await count()).toEqual({ count: 1 });
  // A sweep takes several turns of the event loop, and the next sweep is due an hour later.
  const later = async (): Promise<unknown> => {
    await provider.clock.advance(RETENTION_SWEEP_INTERVAL_MS);
    return count();
  };
  await expect.poll(later).toEqual({ count: 0 });
});

test('a closed provider leaves no timer', async () => {
  const provider = await openTestProvider();
  expect(provider.clock.pendingCount()).toBeGreaterThan(0);
  await provider.close();
  expect(provider.clock.pendingCount()).toBe(0);
});

test('a backup of a database in use holds the latest rows, and a backup overwrites no file', async () => {
  const databaseUrl = await databaseFile();
  const provider = await openTestProvider({ databaseUrl });
  await provider.post(LOG_EVENT, batch([1, 2]));
  const target = `${databaseUrl.slice('file:'.length)}.backup`;
  expect(await backUp(databaseUrl, target)).toMatchObject({ ok: true });
  expect(await backUp(databaseUrl, target)).toMatchObject({
    ok: false,
    message: expect.stringContaining('exists') as string,
  });
  const restored = await openTestProvider({ databaseUrl: `file:${target}` });
  expect(await (await restored.get('/provider/api/events/count')).json()).toEqual({ count: 2 });
});

test('a backup into a missing folder fails with a message that says so', async () => {
  const folder = await temporaryFolder();
  const databaseUrl = `file:${join(folder, 'provider.db')}`;
  await openTestProvider({ databaseUrl });
  const target = join(folder, 'none/copy.db');
  expect(await backUp(databaseUrl, target)).toMatchObject({
    ok: false,
    message: `The backup failed: the folder of ${target} does not exist.`,
  });
});

test('a backup of a database on a server is refused', async () => {
  expect(await backUp('libsql://elsewhere.example', 'x')).toMatchObject({ ok: false });
});
