import type { Dialect } from './queries/dialect.ts';

/**
 * The migration that gives every row a holder (`budgets/README.md`). It is released: never change its statements. A size estimates
 * the bytes of a row with its index entries, from values that never change, so that a deletion subtracts the same size.
 */
interface HeldTable {
  readonly name: string;
  /** Number of the budget that counts the table. */
  readonly budget: number;
  readonly rowBytes: number;
  /** Columns of text whose length senders choose, and how often each is stored. */
  readonly texts?: Readonly<Record<string, number>>;
  /** Columns after the holder in the index that finds rows to shed. Other rows are found by their session or viewer. */
  readonly index?: string;
}

const TABLES: readonly HeldTable[] = [
  { name: 'events', budget: 1, rowBytes: 400, texts: { payload: 1, name: 1 } },
  { name: 'sessions', budget: 1, rowBytes: 450 },
  { name: 'audience_facts', budget: 2, rowBytes: 120, texts: { video_id: 2, key: 2 }, index: 'holder, at_ms' },
  { name: 'audience_seconds', budget: 2, rowBytes: 90, texts: { video_id: 2 }, index: 'holder, day_ms' },
  { name: 'subscriptions', budget: 3, rowBytes: 160, texts: { channel_id: 2 } },
  { name: 'channel_preferences', budget: 3, rowBytes: 170, texts: { channel_id: 2 } },
  { name: 'feedback', budget: 3, rowBytes: 200, texts: { video_id: 2, cpn: 1, reason: 1 } },
  { name: 'playlist_items', budget: 3, rowBytes: 170, texts: { video_id: 2, playlist_id: 2 } },
  { name: 'viewers', budget: 3, rowBytes: 300 },
  {
    name: 'error_reports',
    budget: 4,
    rowBytes: 160,
    texts: { type: 1, message: 1, line: 1, level: 1, url: 1, file: 1, stack: 1, thread: 1, activity: 1 },
    index: 'holder, id',
  },
  { name: 'viewing_sessions', budget: 5, rowBytes: 220, texts: { video_id: 2 }, index: 'holder, last_beat_ms' },
  { name: 'bot_answers', budget: 6, rowBytes: 80, texts: { answer: 2 }, index: 'holder, expires_at_ms' },
  { name: 'batches', budget: 7, rowBytes: 160, index: 'holder, id' },
];
const BUDGETS = [1, 2, 3, 4, 5, 6, 7] as const;
/** Budgets whose rows belong to sessions or viewers of an address. */
const BUDGETS_OF_MEMBERS: readonly number[] = [1, 3];

/** Visitors were not counted by day before this version: old visitors count as returning, and keep their rows. */
const VIEWERS = [
  `CREATE TABLE viewers (viewer TEXT PRIMARY KEY, first_seen_ms BIGINT NOT NULL, last_seen_ms BIGINT NOT NULL)`,
  `INSERT INTO viewers (viewer, first_seen_ms, last_seen_ms)
    SELECT viewer, 0, max(at_ms) FROM (
      SELECT viewer, changed_at_ms AS at_ms FROM subscriptions
      UNION ALL SELECT viewer, changed_at_ms FROM channel_preferences
      UNION ALL SELECT viewer, received_at_ms FROM feedback
      UNION ALL SELECT viewer, added_at_ms FROM playlist_items) AS seen GROUP BY viewer`,
  `CREATE INDEX viewers_by_age ON viewers (last_seen_ms)`,
];

/** Ids end in the number of their budget, modulo 16. */
function oldPath(budget: number): number[] {
  const path = [budget, 16 + budget, 2 * 16 + budget];
  return BUDGETS_OF_MEMBERS.includes(budget) ? [...path, 3 * 16 + budget] : path;
}

function oldHolder(budget: number): number {
  return oldPath(budget).at(-1) ?? budget;
}

/** In SQLite, an integer primary key is the row id itself. */
function createHolders(dialect: Dialect): string {
  const id = dialect === 'sqlite' ? 'INTEGER' : 'BIGINT';
  return `CREATE TABLE holders (
    id ${id} PRIMARY KEY, parent BIGINT, member TEXT, row_count BIGINT NOT NULL, bytes BIGINT NOT NULL)`;
}

/** Excludes new, empty holders and roots. */
const HOLDERS_BY_BYTES = `CREATE INDEX holders_by_bytes ON holders (parent, bytes) WHERE parent IS NOT NULL AND bytes > 0`;

/**
 * New holders, and changes of rows, since the last count of holders: an append is cheaper than an update of four counters, and
 * writers of PostgreSQL never wait for each other's counters.
 */
const JOURNALS = [
  `CREATE TABLE named_holders (id BIGINT NOT NULL, parent BIGINT NOT NULL, member TEXT)`,
  `CREATE TABLE holder_changes (holder BIGINT NOT NULL, row_count BIGINT NOT NULL, bytes BIGINT NOT NULL)`,
];

const NULLABLE = ['cpn', 'reason', 'line', 'level', 'url', 'file', 'stack', 'thread', 'activity'];

/** @param row Prefix of the columns, with a dot. */
function sizeOf({ rowBytes, texts = {} }: HeldTable, dialect: Dialect, row = ''): string {
  const lengths = Object.entries(texts).map(([column, times]) => {
    const text = NULLABLE.includes(column) ? `coalesce(${row}${column}, '')` : `${row}${column}`;
    return `${times === 1 ? '' : `${times} * `}${dialect === 'sqlite' ? `length(CAST(${text} AS BLOB))` : `octet_length(${text})`}`;
  });
  return [rowBytes, ...lengths].join(' + ');
}

function oldHolders(budget: number, dialect: Dialect): string {
  const counts = TABLES.filter((table) => table.budget === budget).map(
    (table) => `SELECT count(*) AS row_count, coalesce(sum(${sizeOf(table, dialect)}), 0) AS bytes FROM ${table.name}`,
  );
  const path = oldPath(budget);
  const rows = path.map((id, index) => `SELECT ${id} AS id, ${path[index - 1] ?? 'CAST(NULL AS BIGINT)'} AS parent`);
  return `INSERT INTO holders (id, parent, row_count, bytes)
    SELECT id, parent, sum(row_count), sum(bytes) FROM (${rows.join(' UNION ALL ')}) AS path,
      (${counts.join(' UNION ALL ')}) AS counted GROUP BY id, parent`;
}

function sqliteTriggers(table: HeldTable): string[] {
  const trigger = (name: string, event: string, row: 'NEW' | 'OLD', sign: string): string =>
    `CREATE TRIGGER ${table.name}_${name} AFTER ${event} ON ${table.name} BEGIN
      INSERT INTO holder_changes VALUES (${row}.holder, ${sign}1, ${sign}(${sizeOf(table, 'sqlite', `${row}.`)}));
    END`;
  return [trigger('held', 'INSERT', 'NEW', ''), trigger('released', 'DELETE', 'OLD', '-')];
}

function postgresTriggers(table: HeldTable): string[] {
  const trigger = (name: string, event: string, rows: 'NEW' | 'OLD'): string =>
    `CREATE TRIGGER ${table.name}_${name} AFTER ${event} ON ${table.name} REFERENCING ${rows} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION note_${table.name}()`;
  return [
    `CREATE FUNCTION note_${table.name}() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE sign bigint := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
      BEGIN
        INSERT INTO holder_changes
          SELECT holder, sign * count(*), sign * sum(${sizeOf(table, 'postgres')}) FROM changed GROUP BY holder;
        RETURN NULL;
      END $$`,
    trigger('held', 'INSERT', 'NEW'),
    trigger('released', 'DELETE', 'OLD'),
  ];
}

/** Statements of the step, in order. */
export function heldRowsStatements(dialect: Dialect): string[] {
  const triggersOf = dialect === 'sqlite' ? sqliteTriggers : postgresTriggers;
  const indexed = TABLES.filter(({ index }) => index !== undefined);
  return [
    ...VIEWERS,
    createHolders(dialect),
    HOLDERS_BY_BYTES,
    ...JOURNALS,
    ...TABLES.map(
      ({ name, budget }) => `ALTER TABLE ${name} ADD COLUMN holder BIGINT NOT NULL DEFAULT ${oldHolder(budget)}`,
    ),
    `DROP INDEX events_by_tier`,
    ...indexed.map(({ name, index }) => `CREATE INDEX ${name}_by_holder ON ${name} (${index})`),
    ...BUDGETS.map((budget) => oldHolders(budget, dialect)),
    ...TABLES.flatMap(triggersOf),
  ];
}
