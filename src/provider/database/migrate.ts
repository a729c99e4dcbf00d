import type { Database, Statement } from './database.ts';
import type { Migration } from './migrations.ts';
import { queriesFor, statementOf } from './queries/queries.ts';
import { numberOf } from './row.ts';

/** Migrates a database to the newest version, each step in one transaction, and returns that version. */
export async function migrate(database: Database, migrations: readonly Migration[], nowMs: number): Promise<number> {
  await database.execute(
    'CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, applied_at_ms BIGINT NOT NULL)',
  );
  const found = await database.execute('SELECT coalesce(max(version), 0) AS version FROM schema_versions');
  const current = numberOf(found.rows[0], 'version');
  const newest = Math.max(...migrations.map((migration) => migration.version));
  if (current > newest)
    throw new Error(
      `The database has version ${current}, but this provider knows ${newest} at most. Update the provider.`,
    );
  for (const { version, statements } of migrations.filter((migration) => migration.version > current))
    await database.batch([...statements, noteVersion(database, version, nowMs)], 'write');
  return newest;
}

function noteVersion({ dialect }: Database, version: number, nowMs: number): Statement {
  return statementOf(queriesFor(dialect).insertInto('schema_versions').values({ version, applied_at_ms: nowMs }));
}
