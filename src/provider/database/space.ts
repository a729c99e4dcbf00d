import type { Database } from './database.ts';
import type { Dialect } from './queries/dialect.ts';
import { rawStatement } from './queries/queries.ts';
import { sql } from 'kysely';
import { numberOf } from './row.ts';

/** What the database holds, and how that is made less. */
export interface Space {
  usedBytes(database: Database): Promise<number>;
  /** Deletes events until the database has `maxBytes` at most: the least important first, then the oldest. */
  shedTo(database: Database, maxBytes: number): Promise<void>;
}

/** Larger than a chunk of a sweep, because without room all other writes are rejected anyway. */
const SHED_CHUNK_ROWS = 4_000;

/** Disk use of the file, without free pages. */
const SQLITE_BYTES =
  'SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size';
const SQLITE_SHED = `DELETE FROM events WHERE id IN
  (SELECT id FROM events WHERE tier = (SELECT min(tier) FROM events) ORDER BY id LIMIT ${SHED_CHUNK_ROWS})`;

const sqliteSpace: Space = {
  async usedBytes(database) {
    const { rows } = await database.execute(SQLITE_BYTES);
    return numberOf(rows[0], 'bytes');
  },
  async shedTo(database, maxBytes) {
    while ((await sqliteSpace.usedBytes(database)) > maxBytes)
      if ((await database.execute(SQLITE_SHED)).rowsAffected === 0) return;
  },
};

/** Of one event in the six indexes of its table, with the room that their pages leave. */
const EVENT_INDEX_BYTES = 260;
const EVENT_ROW_BYTES = 400;

/**
 * PostgreSQL keeps the space of deleted rows for later ones, so that the size of its files never tells that something
 * was deleted. What the events take is therefore estimated: their number, by the statistics, times the size of the
 * newest. Everything else counts as it lies on the disk.
 */
const POSTGRES_BYTES = `
  SELECT other, row_bytes, other + least(on_disk, rows * row_bytes) AS bytes FROM (
    SELECT pg_total_relation_size('events') AS on_disk,
      (SELECT sum(pg_total_relation_size(relid)) FROM pg_stat_user_tables WHERE relid <> 'events'::regclass) AS other,
      (SELECT greatest(n_live_tup, 0) FROM pg_stat_user_tables WHERE relid = 'events'::regclass) AS rows,
      ${EVENT_INDEX_BYTES} + coalesce((SELECT avg(pg_column_size(newest.*)) FROM
        (SELECT * FROM events ORDER BY id DESC LIMIT 500) AS newest), ${EVENT_ROW_BYTES}) AS row_bytes
  ) AS measured`;

const postgresSpace: Space = {
  async usedBytes(database) {
    const { rows } = await database.execute(POSTGRES_BYTES);
    return numberOf(rows[0], 'bytes');
  },
  /** Each step counts the events itself, one process after the other: none sheds what another has shed already. */
  async shedTo(database, maxBytes) {
    const { rows } = await database.execute(POSTGRES_BYTES);
    const keptRows = Math.max(0, Math.floor((maxBytes - numberOf(rows[0], 'other')) / numberOf(rows[0], 'row_bytes')));
    const shed = rawStatement(
      'postgres',
      sql`DELETE FROM events WHERE id IN (SELECT id FROM events ORDER BY tier, id
        LIMIT least(${SHED_CHUNK_ROWS}, greatest(0, (SELECT count(*) FROM events) - ${keptRows})))`,
    );
    while ((await database.execute(shed)).rowsAffected > 0);
  },
};

export const SPACE: Readonly<Record<Dialect, Space>> = { sqlite: sqliteSpace, postgres: postgresSpace };
