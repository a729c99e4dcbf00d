import { sql } from 'kysely';
import type { Dialect } from '../database/queries/dialect.ts';
import { cappedSums } from '../database/queries/capped-sums.ts';
import { FRAGMENTS } from '../database/queries/fragments.ts';
import { template } from '../database/queries/queries.ts';

const FACT_COLUMNS = {
  id: 'text',
  at_ms: 'bigint',
  video_id: 'text',
  fact: 'text',
  key: 'text',
  value: 'bigint',
} as const;
const CHANGE_COLUMNS = {
  id: 'text',
  video_id: 'text',
  day_ms: 'bigint',
  second: 'bigint',
  played: 'bigint',
  repeated: 'bigint',
  skipped: 'bigint',
} as const;

/**
 * The statements that add to the tables of the audience. Only what came with events that this batch has added counts: a
 * repeat of one is in the rows, but its event belongs to another batch.
 */
export function audienceStatements(dialect: Dialect) {
  const { thisBatch, given } = FRAGMENTS[dialect];
  const plus = cappedSums(dialect);
  const isNew = sql`id IN (SELECT client_event_id FROM events WHERE batch_id = ${thisBatch})`;

  return {
    addFacts: template<'rows'>(
      dialect,
      (argument) => sql`
        INSERT INTO audience_facts (video_id, at_ms, fact, key, value)
        SELECT video_id, at_ms, fact, key, sum(value) FROM ${given(argument('rows'), FACT_COLUMNS)}
        WHERE ${isNew} GROUP BY video_id, at_ms, fact, key
        ON CONFLICT (video_id, at_ms, fact, key) DO UPDATE SET ${plus('audience_facts', 'value')}`,
    ),

    addChanges: template<'rows'>(
      dialect,
      (argument) => sql`
        INSERT INTO audience_seconds (video_id, day_ms, second, played, repeated, skipped)
        SELECT video_id, day_ms, second, sum(played), sum(repeated), sum(skipped)
        FROM ${given(argument('rows'), CHANGE_COLUMNS)} WHERE ${isNew} GROUP BY video_id, day_ms, second
        ON CONFLICT (video_id, day_ms, second) DO UPDATE SET 
          ${plus('audience_seconds', 'played', 'repeated', 'skipped')}`,
    ),
  };
}
