import { heldRowsStatements } from './held-rows-migration.ts';

export interface Migration {
  readonly version: number;
  readonly statements: readonly string[];
}

/** Steps from an empty database to the newest version. Released steps are never changed; new ones are appended. */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    statements: [
      `CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
      `CREATE TABLE batches (
        id INTEGER PRIMARY KEY AUTOINCREMENT, received_at_ms INTEGER NOT NULL, endpoint TEXT NOT NULL,
        client_name TEXT NOT NULL, client_version TEXT NOT NULL, encoding TEXT NOT NULL,
        wire_bytes INTEGER NOT NULL, raw_bytes INTEGER NOT NULL, clock_skew_ms INTEGER NOT NULL,
        events INTEGER NOT NULL, accepted INTEGER NOT NULL DEFAULT 0, repeated INTEGER NOT NULL DEFAULT 0)`,
      `CREATE TABLE events (
        id INTEGER PRIMARY KEY AUTOINCREMENT, client_event_id TEXT NOT NULL UNIQUE, batch_id INTEGER NOT NULL,
        endpoint TEXT NOT NULL, session_id TEXT NOT NULL, event_index INTEGER NOT NULL, name TEXT NOT NULL,
        tier INTEGER NOT NULL, sequence_id TEXT NOT NULL, sequence_index INTEGER NOT NULL,
        event_time_ms INTEGER NOT NULL, received_at_ms INTEGER NOT NULL,
        payload TEXT NOT NULL, payload_known INTEGER NOT NULL)`,
      `CREATE INDEX events_by_batch ON events (batch_id)`,
      `CREATE INDEX events_by_session ON events (session_id)`,
      `CREATE INDEX events_by_age ON events (received_at_ms)`,
      `CREATE TABLE event_totals (
        endpoint TEXT NOT NULL, name TEXT NOT NULL, tier INTEGER NOT NULL, count INTEGER NOT NULL,
        unknown_payloads INTEGER NOT NULL, PRIMARY KEY (endpoint, name, tier))`,
      `CREATE TABLE sessions (
        session_id TEXT PRIMARY KEY, first_seen_ms INTEGER NOT NULL, last_seen_ms INTEGER NOT NULL,
        client_version TEXT NOT NULL, events INTEGER NOT NULL, repeats INTEGER NOT NULL, batches INTEGER NOT NULL,
        lowest_index INTEGER NOT NULL, highest_index INTEGER NOT NULL)`,
      `CREATE INDEX sessions_by_age ON sessions (last_seen_ms)`,
      `CREATE TABLE log_totals (
        endpoint TEXT PRIMARY KEY, batches INTEGER NOT NULL, events INTEGER NOT NULL, accepted INTEGER NOT NULL,
        repeated INTEGER NOT NULL, wire_bytes INTEGER NOT NULL, raw_bytes INTEGER NOT NULL)`,
      `CREATE TABLE client_drops (reason TEXT PRIMARY KEY, count INTEGER NOT NULL)`,
      `CREATE TABLE error_reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT, received_at_ms INTEGER NOT NULL, type TEXT NOT NULL,
        message TEXT NOT NULL, line TEXT, level TEXT, url TEXT, file TEXT, stack TEXT)`,
    ],
  },
  {
    version: 2,
    statements: [
      `CREATE TABLE subscriptions (
        viewer TEXT NOT NULL, channel_id TEXT NOT NULL, subscribed INTEGER NOT NULL, changed_at_ms INTEGER NOT NULL,
        PRIMARY KEY (viewer, channel_id))`,
      `CREATE TABLE channel_preferences (
        viewer TEXT NOT NULL, channel_id TEXT NOT NULL, preference TEXT NOT NULL, changed_at_ms INTEGER NOT NULL,
        PRIMARY KEY (viewer, channel_id))`,
      `CREATE TABLE feedback (
        id INTEGER PRIMARY KEY AUTOINCREMENT, viewer TEXT NOT NULL, video_id TEXT NOT NULL, kind TEXT NOT NULL,
        cpn TEXT, received_at_ms INTEGER NOT NULL)`,
      `CREATE TABLE playlist_items (
        viewer TEXT NOT NULL, playlist_id TEXT NOT NULL, position INTEGER NOT NULL, video_id TEXT NOT NULL,
        PRIMARY KEY (viewer, playlist_id, video_id))`,
      `CREATE TABLE bot_answers (answer TEXT PRIMARY KEY, expires_at_ms INTEGER NOT NULL)`,
      `CREATE TABLE viewing_sessions (
        id TEXT PRIMARY KEY, video_id TEXT NOT NULL, started_at_ms INTEGER NOT NULL, last_beat_ms INTEGER NOT NULL,
        sequence_number INTEGER NOT NULL)`,
      `CREATE INDEX viewing_sessions_by_video ON viewing_sessions (video_id, last_beat_ms)`,
    ],
  },
  {
    version: 3,
    statements: [
      `ALTER TABLE error_reports ADD COLUMN thread TEXT`,
      `ALTER TABLE error_reports ADD COLUMN sample_weight REAL NOT NULL DEFAULT 1`,
    ],
  },
  {
    version: 4,
    statements: [
      `ALTER TABLE sessions ADD COLUMN is_page INTEGER NOT NULL DEFAULT 0`,
      `UPDATE sessions SET is_page = EXISTS (SELECT 1 FROM events WHERE events.session_id = sessions.session_id
        AND name NOT IN ('errorReported', 'networkChecked', 'storageFault', 'storageTransaction'))`,
      `ALTER TABLE batches ADD COLUMN retry_count INTEGER NOT NULL DEFAULT 0`,
      `ALTER TABLE log_totals ADD COLUMN retried INTEGER NOT NULL DEFAULT 0`,
    ],
  },
  {
    /**
     * Cleans up untrusted data stored before there were limits: text that is not UTF-8, which crashes the process that reads it,
     * texts of megabytes, and numbers that no later read can represent. Only lone surrogates could be stored: ED, then A0 to BF. The
     * player never sent any such data, so it is replaced by a name, not repaired.
     */
    version: 5,
    statements: [
      `UPDATE events SET name = 'invalid' WHERE hex(name) GLOB '*ED[AB]*'`,
      `UPDATE events SET sequence_id = 'invalid' WHERE hex(sequence_id) GLOB '*ED[AB]*'`,
      `UPDATE sessions SET client_version = substr(client_version, 1, 100) WHERE length(client_version) > 100`,
      `UPDATE sessions SET client_version = 'invalid' WHERE hex(client_version) GLOB '*ED[AB]*'`,
      `UPDATE batches SET client_name = substr(client_name, 1, 100) WHERE length(client_name) > 100`,
      `UPDATE batches SET client_name = 'invalid' WHERE hex(client_name) GLOB '*ED[AB]*'`,
      `UPDATE batches SET client_version = substr(client_version, 1, 100) WHERE length(client_version) > 100`,
      `UPDATE batches SET client_version = 'invalid' WHERE hex(client_version) GLOB '*ED[AB]*'`,
      /** The most frequent of the unknown event names keep their rows; the others are merged into one. */
      `CREATE TABLE folded_totals AS
        SELECT id, endpoint, count, unknown_payloads FROM (
          SELECT rowid AS id, *, row_number() OVER (ORDER BY count DESC) AS place,
            hex(name) GLOB '*ED[AB]*' AS is_invalid FROM event_totals WHERE name <> 'other' OR tier <> 0)
        WHERE place > 1000 OR is_invalid`,
      `DELETE FROM event_totals WHERE rowid IN (SELECT id FROM folded_totals)`,
      `INSERT INTO event_totals (endpoint, name, tier, count, unknown_payloads)
        SELECT endpoint, 'other', 0, sum(count), sum(unknown_payloads) FROM folded_totals WHERE true GROUP BY endpoint
        ON CONFLICT DO UPDATE SET count = count + excluded.count,
          unknown_payloads = unknown_payloads + excluded.unknown_payloads`,
      `DROP TABLE folded_totals`,
      `CREATE INDEX feedback_by_viewer ON feedback (viewer, video_id)`,
      `UPDATE client_drops SET count = CAST(max(0, min(count, 9007199254740991)) AS INTEGER)`,
      `INSERT INTO client_drops (reason, count)
        SELECT 'other', CAST(min(total(count), 9007199254740991) AS INTEGER) FROM client_drops
        WHERE reason NOT IN ('malformed', 'main', 'capacity', 'expired', 'rejected', 'other') HAVING count(*) > 0
        ON CONFLICT DO UPDATE SET count = min(count + excluded.count, 9007199254740991)`,
      `DELETE FROM client_drops
        WHERE reason NOT IN ('malformed', 'main', 'capacity', 'expired', 'rejected', 'other')`,
    ],
  },
  {
    version: 6,
    statements: [
      `ALTER TABLE playlist_items ADD COLUMN added_at_ms INTEGER NOT NULL DEFAULT 0`,
      `UPDATE playlist_items SET added_at_ms = unixepoch() * 1000`,
      `CREATE INDEX events_by_tier ON events (tier, id)`,
    ],
  },
  {
    version: 7,
    statements: [`ALTER TABLE error_reports ADD COLUMN activity TEXT`],
  },
  {
    version: 8,
    statements: [`CREATE TABLE ended_operator_sessions (id TEXT PRIMARY KEY, expires_at_ms INTEGER NOT NULL)`],
  },
  {
    version: 9,
    statements: [
      `CREATE TABLE audience_facts (
        video_id TEXT NOT NULL, at_ms INTEGER NOT NULL, fact TEXT NOT NULL, key TEXT NOT NULL, value INTEGER NOT NULL,
        PRIMARY KEY (video_id, at_ms, fact, key))`,
      `CREATE INDEX audience_facts_by_age ON audience_facts (at_ms)`,
      `CREATE TABLE audience_seconds (
        video_id TEXT NOT NULL, day_ms INTEGER NOT NULL, second INTEGER NOT NULL, played INTEGER NOT NULL,
        repeated INTEGER NOT NULL, skipped INTEGER NOT NULL, PRIMARY KEY (video_id, day_ms, second))`,
      `CREATE INDEX audience_seconds_by_age ON audience_seconds (day_ms)`,
    ],
  },
  {
    version: 10,
    statements: [`ALTER TABLE feedback ADD COLUMN reason TEXT`],
  },
  { version: 11, statements: heldRowsStatements('sqlite') },
  {
    version: 12,
    statements: [
      `CREATE TABLE set_aside_reports (
        video_id TEXT NOT NULL, reason TEXT NOT NULL, set_aside_at_ms INTEGER NOT NULL, PRIMARY KEY (video_id, reason))`,
      `CREATE INDEX feedback_reports ON feedback (id) WHERE kind = 'report'`,
    ],
  },
  {
    version: 13,
    statements: [`ALTER TABLE viewing_sessions ADD COLUMN network INTEGER NOT NULL DEFAULT 0`],
  },
  {
    // A range of a session's events is read by one index, and the deletion of old proofs of work reads only old ones.
    version: 14,
    statements: [
      `CREATE INDEX events_of_session ON events (session_id, event_index)`,
      `DROP INDEX events_by_session`,
      `CREATE INDEX bot_answers_by_age ON bot_answers (expires_at_ms)`,
    ],
  },
];
