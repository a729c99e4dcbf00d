import { sql } from 'kysely';
import type { Statement, Value } from '../../provider/database/database.ts';
import { cappedSums } from '../../provider/database/queries/capped-sums.ts';
import type { Dialect } from '../../provider/database/queries/dialect.ts';
import { FRAGMENTS } from '../../provider/database/queries/fragments.ts';
import { template } from '../../provider/database/queries/queries.ts';
import { ALL_VIDEOS, NAMED_FACTS, OTHER } from './fact.ts';

/** A name without a row, in an hour that has reached the limit of names. */
export interface CrowdedName {
  readonly at_ms: number;
  readonly fact: string;
  readonly key: string;
}

const [all, other] = [ALL_VIDEOS, OTHER].map((one) => sql.lit(one));

/**
 * Statements that make room for a new name in a full hour. The network with the most names loses its rarest name, which then counts
 * as `other`, if it has more names than the network of the new name. So a few networks that invent names cannot displace names of many
 * networks. Both statements run before the statement that decides about the new name.
 */
export function crowdedNameStatements(dialect: Dialect): (name: CrowdedName, network: number) => Statement[] {
  const plus = cappedSums(dialect);
  const { greatest } = FRAGMENTS[dialect];
  type Argument = 'at' | 'fact' | 'key' | 'network' | 'most';
  const rarest = (argument: (name: Argument) => unknown) => {
    const [at, most, network] = [argument('at'), argument('most'), argument('network')].map(
      (one) => sql`cast(${one} AS bigint)`,
    );
    return sql`at_ms = ${at} AND fact = ${argument('fact')} AND key IN (
      WITH named AS MATERIALIZED (
        SELECT known.key, known.value, coalesce(holders.parent, known.holder) AS network
        FROM audience_facts AS known LEFT JOIN holders ON holders.id = known.holder
        WHERE known.video_id = ${all} AND known.at_ms = ${at} AND known.fact = ${argument('fact')}
          AND known.key <> ${other}
      ), networks AS MATERIALIZED (
        SELECT network, count(*) AS names FROM named GROUP BY network
      ), room AS MATERIALIZED (
        -- With the row of the others. A batch of many names can have made more rows than there may be.
        SELECT count(*) + 2 - ${most} AS missing FROM named
      )
      SELECT key FROM named
      WHERE network = (SELECT network FROM networks ORDER BY names DESC, network LIMIT 1)
        AND NOT EXISTS (SELECT 1 FROM named AS known WHERE known.key = ${argument('key')})
        AND (SELECT max(names) FROM networks) > (SELECT missing FROM room)
          + coalesce((SELECT names FROM networks WHERE network = ${network}), 0)
      ORDER BY value, key LIMIT (SELECT ${greatest}(missing, 0) FROM room))`;
  };
  const merge = template<Argument>(
    dialect,
    (argument) => sql`
      INSERT INTO audience_facts (video_id, at_ms, fact, key, value, holder)
      SELECT video_id, at_ms, fact, ${other}, sum(value), min(holder) FROM audience_facts
      WHERE ${rarest(argument)} GROUP BY video_id, at_ms, fact
      ON CONFLICT (video_id, at_ms, fact, key) DO UPDATE SET ${plus('audience_facts', 'value')}`,
  );
  // Finds the same name again, because the statement above has changed only the row of `other`.
  const remove = template<Argument>(
    dialect,
    (argument) => sql`DELETE FROM audience_facts WHERE ${rarest(argument)} RETURNING at_ms, fact, key, 1 AS gone`,
  );
  return ({ at_ms, fact, key }, network) => {
    const values: Record<Argument, Value> = { at: at_ms, fact, key, network, most: rowsOf(fact) };
    return [merge(values), remove(values)];
  };
}

function rowsOf(fact: string): number {
  return (NAMED_FACTS as Readonly<Record<string, number>>)[fact] ?? 0;
}
