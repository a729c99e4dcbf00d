import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from '../../provider/database/queries/dialect.ts';
import { cappedSums } from '../../provider/database/queries/capped-sums.ts';
import { FRAGMENTS, type RowOf } from '../../provider/database/queries/fragments.ts';
import { template } from '../../provider/database/queries/queries.ts';
import { ALL_VIDEOS, EACH_VIDEO, NAMED_FACTS, OTHER } from './fact.ts';

/** Limit of videos in an hour if the catalog is unknown. */
const VIDEOS_AN_HOUR_MAX = 5_000;

const FACT_COLUMNS = {
  id: 'text',
  at_ms: 'bigint',
  video_id: 'text',
  fact: 'text',
  key: 'text',
  value: 'bigint',
} as const;
const JUDGED_FACT_COLUMNS = { ...FACT_COLUMNS, listed: 'bigint', named: 'bigint' } as const;
const CHANGE_COLUMNS = {
  id: 'text',
  video_id: 'text',
  day_ms: 'bigint',
  second: 'bigint',
  played: 'bigint',
  repeated: 'bigint',
  skipped: 'bigint',
} as const;
const JUDGED_CHANGE_COLUMNS = { ...CHANGE_COLUMNS, at_ms: 'bigint', listed: 'bigint' } as const;

/** A value that an event adds to a fact. */
export type FactRow = RowOf<typeof JUDGED_FACT_COLUMNS>;
/** How the curve of a video changes at a second. */
export type ChangeRow = RowOf<typeof JUDGED_CHANGE_COLUMNS>;

const [all, each, other] = [ALL_VIDEOS, EACH_VIDEO, OTHER].map((one) => sql.lit(one));

/**
 * Statements that add to the audience tables. By default, they only count rows of events that this batch has stored, since a repeated
 * event belongs to an earlier batch. The number of names in an hour that senders choose is limited: further names count as `other`,
 * unless another name makes room (`crowded-names.ts`).
 */
export function audienceStatements(dialect: Dialect, isCounted?: RawBuilder<unknown>) {
  const { thisBatch, given, rowsJson } = FRAGMENTS[dialect];
  const plus = cappedSums(dialect);
  const isNew = isCounted ?? sql`id IN (SELECT client_event_id FROM events WHERE batch_id = ${thisBatch})`;
  // Rows of the same hour and fact for all videos together, and below, rows that list the videos.
  const names = sql`FROM audience_facts AS known
    WHERE known.video_id = ${all} AND known.at_ms = given.at_ms AND known.fact = given.fact`;
  const videos = sql`FROM audience_facts AS known
    WHERE known.video_id = ${each} AND known.at_ms = given.at_ms AND known.fact = 'watched'`;
  const namesMax = sql.join(
    Object.entries(NAMED_FACTS).map(([fact, most]) => sql`WHEN ${sql.lit(fact)} THEN ${sql.lit(most)}`),
    sql` `,
  );
  const isNamed = (mayName: unknown) => sql`CASE
    WHEN given.named = 0 THEN 1
    WHEN EXISTS (SELECT 1 ${names} AND known.key = given.key) THEN 1
    WHEN ${mayName} = 0 THEN 0
    WHEN (SELECT count(*) ${names}) < CASE given.fact ${namesMax} END THEN 1
    ELSE 0 END`;
  const isListed = (mayName: unknown, exists: RawBuilder<unknown>, videoId: RawBuilder<unknown>) => sql`CASE
    WHEN given.video_id IN (${all}, ${other}) THEN 1
    WHEN ${mayName} = 0 THEN CASE WHEN ${exists} THEN 1 ELSE 0 END
    WHEN given.listed = 0 THEN 1
    WHEN EXISTS (SELECT 1 ${videos} AND known.key = ${videoId}) THEN 1
    WHEN (SELECT count(*) ${videos}) < ${sql.lit(VIDEOS_AN_HOUR_MAX)} THEN 1
    ELSE 0 END`;

  return {
    /** Rows as JSON, the argument `rows` of the statements. */
    json: {
      facts: (rows: readonly FactRow[]): string => rowsJson(rows, FACT_COLUMNS),
      judgedFacts: (rows: readonly FactRow[]): string => rowsJson(rows, JUDGED_FACT_COLUMNS),
      changes: (rows: readonly ChangeRow[]): string => rowsJson(rows, CHANGE_COLUMNS),
      judgedChanges: (rows: readonly ChangeRow[]): string => rowsJson(rows, JUDGED_CHANGE_COLUMNS),
    },

    /** Adds facts whose names need no decision: they already have a row, or are fixed names of this code. */
    addFacts: template<'rows' | 'holder'>(
      dialect,
      (argument) => sql`
        INSERT INTO audience_facts (video_id, at_ms, fact, key, value, holder)
        SELECT video_id, at_ms, fact, key, sum(value), cast(${argument('holder')} AS bigint)
        FROM ${given(argument('rows'), FACT_COLUMNS)} WHERE ${isNew} GROUP BY video_id, at_ms, fact, key
        ON CONFLICT (video_id, at_ms, fact, key) DO UPDATE SET ${plus('audience_facts', 'value')}`,
    ),

    addChanges: template<'rows' | 'holder'>(
      dialect,
      (argument) => sql`
        INSERT INTO audience_seconds (video_id, day_ms, second, played, repeated, skipped, holder)
        SELECT video_id, day_ms, second, sum(played), sum(repeated), sum(skipped),
          cast(${argument('holder')} AS bigint)
        FROM ${given(argument('rows'), CHANGE_COLUMNS)} WHERE ${isNew} GROUP BY video_id, day_ms, second
        ON CONFLICT (video_id, day_ms, second) DO UPDATE SET
          ${plus('audience_seconds', 'played', 'repeated', 'skipped')}`,
    ),

    /** Adds facts with any names: a name that may have no row counts as `other`. Returns the names that have a row. */
    addJudgedFacts: template<'rows' | 'holder' | 'mayName'>(dialect, (argument) => {
      const mayName = sql`cast(${argument('mayName')} AS bigint)`;
      const hasRow = sql`EXISTS (SELECT 1 FROM audience_facts AS known WHERE known.video_id = given.video_id
        AND known.at_ms = given.at_ms AND known.fact = given.fact AND known.key = given.key)`;
      const idOfVideo = sql`CASE given.video_id WHEN ${each} THEN given.key ELSE given.video_id END`;
      return sql`
        INSERT INTO audience_facts (video_id, at_ms, fact, key, value, holder)
        SELECT video, at_ms, fact, name, sum(value), cast(${argument('holder')} AS bigint)
        FROM (
          SELECT at_ms, fact, value,
            CASE WHEN has_row = 1 OR video_id = ${each} THEN video_id ELSE ${other} END AS video,
            CASE WHEN is_named = 1 AND (has_row = 1 OR video_id <> ${each}) THEN key ELSE ${other} END AS name
          FROM (
            SELECT video_id, at_ms, fact, key, value, ${isNamed(mayName)} AS is_named,
              ${isListed(mayName, hasRow, idOfVideo)} AS has_row
            FROM ${given(argument('rows'), JUDGED_FACT_COLUMNS)} WHERE ${isNew}
          ) AS judged
        ) AS counted
        WHERE true GROUP BY video, at_ms, fact, name
        ON CONFLICT (video_id, at_ms, fact, key) DO UPDATE SET ${plus('audience_facts', 'value')}
        RETURNING at_ms, fact, key`;
    }),

    /** Adds changes of curves. Runs after the facts, which add new videos to the list. */
    addJudgedChanges: template<'rows' | 'holder' | 'mayName'>(dialect, (argument) => {
      const mayName = sql`cast(${argument('mayName')} AS bigint)`;
      const hasRow = sql`EXISTS (SELECT 1 FROM audience_seconds AS known WHERE known.video_id = given.video_id
        AND known.day_ms = given.day_ms AND known.second = given.second)`;
      return sql`
        INSERT INTO audience_seconds (video_id, day_ms, second, played, repeated, skipped, holder)
        SELECT video, day_ms, second, sum(played), sum(repeated), sum(skipped), cast(${argument('holder')} AS bigint)
        FROM (
          SELECT day_ms, second, played, repeated, skipped,
            CASE WHEN ${isListed(mayName, hasRow, sql`given.video_id`)} = 1 THEN video_id ELSE ${other} END AS video
          FROM ${given(argument('rows'), JUDGED_CHANGE_COLUMNS)} WHERE ${isNew}
        ) AS counted
        WHERE true GROUP BY video, day_ms, second
        ON CONFLICT (video_id, day_ms, second) DO UPDATE SET
          ${plus('audience_seconds', 'played', 'repeated', 'skipped')}`;
    }),
  };
}
