import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { inLaneOfEvents } from '../database/lanes.ts';
import { rawStatement } from '../database/queries/queries.ts';
import { IDS_OF_BUDGET } from './holder.ts';
import { settleStatements } from './holder-statements.ts';

/** Holders deleted at once; other writers get a turn between two chunks. */
const CHUNK_ROWS = 1_000;
/** Ids below this are of roots and of rows from before senders were recorded; every database has them. */
const KEPT_IDS = 4 * IDS_OF_BUDGET;

/**
 * Deletes holders that hold nothing any more. No row names them: their counts are settled in the same transaction, and a
 * writer adds a holder and its rows in one transaction, too.
 */
export async function forgetEmptyHolders(database: Database): Promise<void> {
  const { dialect } = database;
  const remove = rawStatement(
    dialect,
    sql`DELETE FROM holders WHERE id IN (
      SELECT id FROM holders WHERE row_count <= 0 AND id >= ${KEPT_IDS} LIMIT ${CHUNK_ROWS})`,
  );
  const statements = [...inLaneOfEvents(dialect), ...settleStatements(dialect), remove];
  while (((await database.batch(statements, 'reclaim')).at(-1)?.rowsAffected ?? 0) >= CHUNK_ROWS);
}
