import type { Client } from '@libsql/client';
import type { Migration } from './migrations.ts';
import { numberOf } from './row.ts';

/** Brings a database up to the newest version, each step whole or not at all, and answers that version. */
export async function migrate(client: Client, migrations: readonly Migration[], nowMs: number): Promise<number> {
  await client.execute(
    'CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, applied_at_ms INTEGER NOT NULL)',
  );
  const found = await client.execute('SELECT coalesce(max(version), 0) AS version FROM schema_versions');
  const current = numberOf(found.rows[0], 'version');
  const newest = Math.max(...migrations.map((migration) => migration.version));
  if (current > newest)
    throw new Error(
      `The database has version ${current}, but this provider knows ${newest} at most. Update the provider.`,
    );
  for (const { version, statements } of migrations.filter((migration) => migration.version > current))
    await client.batch(
      [...statements, { sql: 'INSERT INTO schema_versions VALUES (?, ?)', args: [version, nowMs] }],
      'write',
    );
  return newest;
}
