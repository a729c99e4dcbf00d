import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';

type Text = RawBuilder<unknown>;
type ColumnType = 'text' | 'bigint';

/** What the dialects write differently. */
export interface Fragments {
  /** The smaller and the larger of two values. */
  readonly least: Text;
  readonly greatest: Text;
  /** Position of a text in another, from 1; 0 without it. */
  readonly position: Text;
  /** Id of the row that this transaction added to `batches` last. A subquery, evaluated once. */
  readonly thisBatch: Text;
  /** How many events were added to that batch, right after they were. */
  readonly addedEvents: Text;
  /** Names a row where a table has no id. */
  readonly rowId: Text;
  /** The rows of a JSON array of texts, in parentheses. */
  textsOf(json: unknown): Text;
  /** A table `given` from a JSON array of objects whose keys are the columns. */
  given(json: unknown, columns: Readonly<Record<string, ColumnType>>): Text;
}

export const FRAGMENTS: Readonly<Record<Dialect, Fragments>> = {
  sqlite: {
    least: sql.raw('min'),
    greatest: sql.raw('max'),
    position: sql.raw('instr'),
    thisBatch: sql.raw('(SELECT max(id) FROM batches)'),
    addedEvents: sql.raw('changes()'),
    rowId: sql.raw('rowid'),
    textsOf: (json) => sql`(SELECT value FROM json_each(${json}))`,
    given(json, columns) {
      const read = Object.keys(columns).map((name) => `value ->> '${name}' AS ${name}`);
      return sql`(SELECT ${sql.raw(read.join(', '))} FROM json_each(${json})) AS given`;
    },
  },
  postgres: {
    least: sql.raw('least'),
    greatest: sql.raw('greatest'),
    position: sql.raw('strpos'),
    thisBatch: sql.raw(`(SELECT currval('batches_id_seq'))`),
    addedEvents: sql.raw(`(SELECT count(*) FROM events WHERE batch_id = (SELECT currval('batches_id_seq')))`),
    rowId: sql.raw('ctid'),
    textsOf: (json) => sql`(SELECT json_array_elements_text(cast(${json} AS json)))`,
    given(json, columns) {
      const read = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
      return sql`json_to_recordset(cast(${json} AS json)) AS given (${sql.raw(read.join(', '))})`;
    },
  },
};
