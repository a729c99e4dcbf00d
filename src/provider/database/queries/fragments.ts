import { sql, type RawBuilder } from 'kysely';
import type { Dialect } from './dialect.ts';

type Text = RawBuilder<unknown>;
type ColumnType = 'text' | 'bigint';

/** Expressions whose syntax differs between the dialects. */
export interface Fragments {
  /** The smaller and the larger of two values. */
  readonly least: Text;
  readonly greatest: Text;
  /** Position of a text in another text, from 1; 0 if absent. */
  readonly position: Text;
  /** Id of the row that this transaction added to `batches` last. A subquery, evaluated once. */
  readonly thisBatch: Text;
  /** Number of events of that batch that were new. */
  readonly addedEvents: Text;
  /** Identifies a row of a table without ids. */
  readonly rowId: Text;
  /** The rows of a JSON array of texts, in parentheses. */
  readonly textsOf: (json: unknown) => Text;
  /** A table `given` from rows that {@link rowsJson} has written for the same columns. */
  readonly given: (json: unknown, columns: Columns) => Text;
  /**
   * Arrays for SQLite, which finds a value by its index in half the time of a name; objects for PostgreSQL, whose
   * `json_to_recordset` reads only objects.
   */
  readonly rowsJson: <Name extends string>(rows: readonly Row<NoInfer<Name>>[], columns: Columns<Name>) => string;
}

type Columns<Name extends string = string> = Readonly<Record<Name, ColumnType>>;
/** Rows of such columns. */
export type RowOf<Given extends Columns> = {
  readonly [Name in keyof Given]: Given[Name] extends 'text' ? string : number;
};
type Row<Name extends string> = Readonly<Record<Name, string | number | null>>;

export const FRAGMENTS: Readonly<Record<Dialect, Fragments>> = {
  sqlite: {
    least: sql.raw('min'),
    greatest: sql.raw('max'),
    position: sql.raw('instr'),
    thisBatch: sql.raw('(SELECT max(id) FROM batches)'),
    addedEvents: sql.raw('(SELECT count(*) FROM events WHERE batch_id = (SELECT max(id) FROM batches))'),
    rowId: sql.raw('rowid'),
    textsOf: (json) => sql`(SELECT value FROM json_each(${json}))`,
    given(json, columns) {
      const read = Object.keys(columns).map((name, place) => `value ->> ${place} AS ${name}`);
      return sql`(SELECT ${sql.raw(read.join(', '))} FROM json_each(${json})) AS given`;
    },
    rowsJson(rows, columns) {
      const names = Object.keys(columns) as (keyof (typeof rows)[number])[];
      return JSON.stringify(rows.map((row) => names.map((name) => row[name])));
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
    rowsJson: (rows) => JSON.stringify(rows),
  },
};
