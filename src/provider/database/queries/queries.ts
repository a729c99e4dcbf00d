import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type Dialect as KyselyDialect,
  type RawBuilder,
} from 'kysely';
import type { Statement, Value } from '../database.ts';
import type { Dialect } from './dialect.ts';
import type { Tables } from './tables.ts';

export type Queries = Kysely<Tables>;

/**
 * The query builder, used only as a compiler: queries become SQL here, and are run by the database, which may be in another
 * process and commits many of them at once.
 */
const DIALECTS: Readonly<Record<Dialect, KyselyDialect>> = {
  sqlite: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries) => new SqliteIntrospector(queries),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
  postgres: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (queries) => new PostgresIntrospector(queries),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
};

const known = new Map<Dialect, Queries>();

/** Builds statements of one dialect. */
export function queriesFor(dialect: Dialect): Queries {
  const queries = known.get(dialect) ?? new Kysely<Tables>({ dialect: DIALECTS[dialect] });
  known.set(dialect, queries);
  return queries;
}

/** A built query as a statement of the database. */
export function statementOf(query: { compile(): CompiledQuery }): Statement {
  const { sql, parameters } = query.compile();
  return { sql, args: parameters as readonly Value[] };
}

/** Statement of SQL text with values in it. */
export function rawStatement(dialect: Dialect, text: RawBuilder<unknown>): Statement {
  const { sql, parameters } = text.compile(queriesFor(dialect));
  return { sql, args: parameters as readonly Value[] };
}

/** An argument whose value is not known yet. */
class Argument {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A statement that is compiled once, for frequent calls, where compiling takes noticeable time. `build` writes it with `argument(name)`
 * for each value; the returned function takes the values.
 */
export function template<Name extends string>(
  dialect: Dialect,
  build: (argument: (name: Name) => unknown) => RawBuilder<unknown>,
): (values: Readonly<Record<Name, Value>>) => Statement {
  const { sql, parameters } = build((name) => new Argument(name)).compile(queriesFor(dialect));
  return (values) => ({
    sql,
    args: parameters.map((one) => (one instanceof Argument ? values[one.name as Name] : (one as Value))),
  });
}
