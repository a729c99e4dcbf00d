import { sql, type RawBuilder } from 'kysely';
import { delay, type Clock } from '../../../protocol/runtime/clock.ts';
import { Person, type PersonRows } from '../../../protocol/provider/person.ts';
import { settleStatements } from '../budgets/holder-statements.ts';
import type { Database, Result } from '../database/database.ts';
import { inLaneOfEvents } from '../database/lanes.ts';
import { FRAGMENTS } from '../database/queries/fragments.ts';
import { rawStatement } from '../database/queries/queries.ts';
import { numberOf, textOf } from '../database/row.ts';

/** Rows that are read and deleted in one transaction, which takes some milliseconds. */
const CHUNK_ROWS = 500;

/** A table with rows of a person. */
interface PersonTable {
  readonly name: string;
  /** Column of the session or the viewer. */
  readonly column: 'session_id' | 'viewer';
  /** Column in whose order the table is read. */
  readonly order: string;
}

/** Tables in the order of deletion: the row that identifies the person is deleted last. */
const TABLES: Readonly<Record<'session' | 'viewer', readonly PersonTable[]>> = {
  session: [
    { name: 'events', column: 'session_id', order: 'id' },
    { name: 'sessions', column: 'session_id', order: 'session_id' },
  ],
  viewer: [
    { name: 'feedback', column: 'viewer', order: 'id' },
    { name: 'subscriptions', column: 'viewer', order: 'channel_id' },
    { name: 'channel_preferences', column: 'viewer', order: 'channel_id' },
    { name: 'playlist_items', column: 'viewer', order: 'added_at_ms' },
    { name: 'viewers', column: 'viewer', order: 'viewer' },
  ],
};
/** Numbers of the database itself: the holder of a row is a pseudonym of its network, for a day. */
const INTERNAL = ['holder', 'rowid'];

/**
 * Exports and deletes the rows of one person. Events name the session of a page and no viewer, actions name the viewer and no
 * session, so each table is queried by its own id. Totals and view counts name nobody.
 */
export class PersonStore {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  /** How many rows there are, by table. */
  async find(person: Person): Promise<PersonRows> {
    const tables = tablesOf(person);
    const counts = tables.map((table) => this.#statement(sql`SELECT count(*) AS row_count ${fromOf(table, person)}`));
    const results = await this.#database.batch(counts, 'read');
    return Object.fromEntries(tables.map(({ name }, index) => [name, numberOf(results[index]?.rows[0], 'row_count')]));
  }

  /** JSON text, in parts: an object with one list of rows for each table. */
  async *export(person: Person): AsyncGenerator<string> {
    const { rowId } = FRAGMENTS[this.#database.dialect];
    yield (
      `{${JSON.stringify('kind')}:${JSON.stringify(person.kind)},"id":${JSON.stringify(person.id)},` +
      `"exportedAt":${JSON.stringify(new Date(this.#clock.now()).toISOString())}`
    );
    for (const table of tablesOf(person)) {
      yield `,\n${JSON.stringify(table.name)}:[`;
      let separator = '\n';
      for (let offset = 0; ; offset += CHUNK_ROWS) {
        const { rows } = await this.#database.execute(
          this.#statement(
            sql`SELECT * ${fromOf(table, person)} ORDER BY ${sql.ref(table.order)}, ${rowId}
              LIMIT ${CHUNK_ROWS} OFFSET ${offset}`,
          ),
        );
        for (const row of rows) {
          yield separator + JSON.stringify(withoutInternal(row));
          separator = ',\n';
        }
        if (rows.length < CHUNK_ROWS) break;
      }
      yield ']';
    }
    yield '}\n';
  }

  /**
   * Deletes all rows of a person, in chunks with pauses as long as the work, subtracts them from the budgets, and returns the
   * number of deleted rows by table. Batches are deleted with their last event.
   */
  async forget(person: Person): Promise<PersonRows> {
    const gone: Record<string, number> = {};
    for (const table of tablesOf(person)) gone[table.name] = await this.#forgetTable(table, person);
    return gone;
  }

  /** Yields everybody about whom anything is stored, some more than once. */
  async *all(): AsyncGenerator<Person> {
    for (const { name, column } of Object.values(TABLES).flat())
      for (let last = ''; ;) {
        const owner = sql.ref(column);
        const { rows } = await this.#database.execute(
          this.#statement(
            sql`SELECT DISTINCT ${owner} AS owner FROM ${sql.table(name)} WHERE ${owner} > ${last}
              ORDER BY owner LIMIT ${CHUNK_ROWS}`,
          ),
        );
        for (const row of rows) yield* personsCalled(textOf(row, 'owner'));
        if (rows.length < CHUNK_ROWS) break;
        last = textOf(rows.at(-1), 'owner');
      }
  }

  async #forgetTable(table: PersonTable, person: Person): Promise<number> {
    const { dialect } = this.#database;
    const { rowId } = FRAGMENTS[dialect];
    const name = sql.table(table.name);
    let gone = 0;
    for (;;) {
      const startedMs = this.#clock.monotonicNow();
      const batches = table.name === 'events' ? await this.#batchesOf(table, person) : [];
      const chunk = sql`SELECT ${rowId} ${fromOf(table, person)} ORDER BY ${sql.ref(table.order)} LIMIT ${CHUNK_ROWS}`;
      const removal = this.#statement(sql`DELETE FROM ${name} WHERE ${rowId} IN (${chunk})`);
      const results = await this.#database.batch(
        [...inLaneOfEvents(dialect), removal, ...this.#withoutEvents(batches), ...settleStatements(dialect)],
        'reclaim',
      );
      const removed = results[inLaneOfEvents(dialect).length]?.rowsAffected ?? 0;
      gone += removed;
      if (removed < CHUNK_ROWS) return gone;
      await delay(this.#clock, this.#clock.monotonicNow() - startedMs);
    }
  }

  /** Ids of the batches that the next chunk of events belongs to. */
  async #batchesOf(table: PersonTable, person: Person): Promise<readonly number[]> {
    const { rows } = await this.#database.execute(
      this.#statement(
        sql`SELECT DISTINCT batch_id FROM (
          SELECT batch_id ${fromOf(table, person)} ORDER BY id LIMIT ${CHUNK_ROWS}) AS chunk`,
      ),
    );
    return rows.map((row) => numberOf(row, 'batch_id'));
  }

  #withoutEvents(batches: readonly number[]) {
    if (batches.length === 0) return [];
    const { given, rowsJson } = FRAGMENTS[this.#database.dialect];
    const columns = { batch_id: 'bigint' } as const;
    const json = rowsJson(
      batches.map((batch_id) => ({ batch_id })),
      columns,
    );
    return [
      this.#statement(
        sql`DELETE FROM batches WHERE id IN (SELECT batch_id FROM ${given(json, columns)})
          AND NOT EXISTS (SELECT 1 FROM events WHERE events.batch_id = batches.id)`,
      ),
    ];
  }

  #statement(text: RawBuilder<unknown>) {
    return rawStatement(this.#database.dialect, text);
  }
}

function tablesOf({ kind }: Person): readonly PersonTable[] {
  return TABLES[kind === 'session' ? 'session' : 'viewer'];
}

function fromOf({ name, column }: PersonTable, person: Person): RawBuilder<unknown> {
  return sql`FROM ${sql.table(name)} WHERE ${sql.ref(column)} = ${ownerOf(person)}`;
}

/** Value by which rows name the person. */
function ownerOf({ kind, id }: Person): string {
  if (kind === 'session') return id;
  return `${kind === 'account' ? 'user' : 'visitor'}:${id}`;
}

/** The reverse of {@link ownerOf}. */
function personsCalled(owner: string): Person[] {
  const [, prefix, id] = /^(user|visitor):(.*)$/s.exec(owner) ?? [];
  const kind = prefix === undefined ? 'session' : prefix === 'user' ? 'account' : 'visitor';
  const person = Person.safeParse({ kind, id: id ?? owner });
  return person.success ? [person.data] : [];
}

function withoutInternal(row: Result['rows'][number]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !INTERNAL.includes(name)));
}
