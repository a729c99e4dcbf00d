import { sql } from 'kysely';
import type { Database } from '../../provider/database/database.ts';
import { FRAGMENTS } from '../../provider/database/queries/fragments.ts';
import { rawStatement } from '../../provider/database/queries/queries.ts';
import { numberOf } from '../../provider/database/row.ts';
import { DAY_MS } from '../../provider/settings/limits.ts';
import { joinedBefore } from './audience-writer.ts';
import { HOUR_MS } from './fact.ts';

/** Hours that are older stay unjoined, after a provider was stopped for long; they only take more space. */
const LOOK_BACK_DAYS = 60;

const HOUR_COLUMNS = { at_ms: 'bigint' } as const;

/**
 * Joins old hours to days, an hour at a time, so that no other writer waits for long. For concurrent viewers, the maximum of the hours
 * becomes the maximum of the day.
 */
export async function joinHours(database: Database, nowMs: number): Promise<void> {
  const endMs = joinedBefore(nowMs);
  const hours: { at_ms: number }[] = [];
  for (let at_ms = endMs - LOOK_BACK_DAYS * DAY_MS; at_ms < endMs; at_ms += HOUR_MS)
    if (at_ms % DAY_MS !== 0) hours.push({ at_ms });
  const { dialect } = database;
  const { given, rowsJson } = FRAGMENTS[dialect];
  const { rows } = await database.execute(
    rawStatement(
      dialect,
      sql`SELECT at_ms FROM ${given(rowsJson(hours, HOUR_COLUMNS), HOUR_COLUMNS)}
        WHERE EXISTS (SELECT 1 FROM audience_facts WHERE audience_facts.at_ms = given.at_ms)`,
    ),
  );
  for (const row of rows) await joinHour(database, numberOf(row, 'at_ms'));
}

async function joinHour(database: Database, hourMs: number): Promise<void> {
  const { dialect } = database;
  const { greatest } = FRAGMENTS[dialect];
  const dayMs = Math.floor(hourMs / DAY_MS) * DAY_MS;
  const add = sql`
    INSERT INTO audience_facts (video_id, at_ms, fact, key, value, holder)
    SELECT video_id, ${sql.lit(dayMs)}, fact, CASE fact WHEN 'crowd' THEN '' ELSE key END AS joined,
      CASE fact WHEN 'crowd' THEN max(value) ELSE sum(value) END, min(holder)
    FROM audience_facts WHERE at_ms = ${sql.lit(hourMs)} GROUP BY video_id, fact, joined
    ON CONFLICT (video_id, at_ms, fact, key) DO UPDATE SET value = CASE excluded.fact
      WHEN 'crowd' THEN ${greatest}(audience_facts.value, excluded.value)
      ELSE audience_facts.value + excluded.value END`;
  const remove = sql`DELETE FROM audience_facts WHERE at_ms = ${sql.lit(hourMs)}`;
  await database.batch([rawStatement(dialect, add), rawStatement(dialect, remove)], 'write');
}
