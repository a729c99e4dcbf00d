import type { Generated } from 'kysely';

/** The tables of both dialects, for the query builder. `migrations.ts` and `postgres-migrations.ts` create them. */
export interface Tables {
  readonly secrets: { readonly name: string; readonly value: string };
  readonly schema_versions: { readonly version: number; readonly applied_at_ms: number };
  readonly batches: BatchTable;
  readonly events: EventTable;
  readonly event_totals: {
    readonly endpoint: string;
    readonly name: string;
    readonly tier: number;
    readonly count: number;
    readonly unknown_payloads: number;
  };
  readonly sessions: SessionTable;
  readonly log_totals: { readonly endpoint: string };
  readonly client_drops: { readonly reason: string; readonly count: number };
  readonly error_reports: ErrorReportTable;
  readonly holders: {
    readonly id: number;
    readonly parent: number | null;
    readonly member: string | null;
    readonly row_count: number;
    readonly bytes: number;
  };
  readonly viewers: Held & { readonly viewer: string; readonly first_seen_ms: number; readonly last_seen_ms: number };
  readonly subscriptions: Held & {
    readonly viewer: string;
    readonly channel_id: string;
    readonly subscribed: number;
    readonly changed_at_ms: number;
  };
  readonly channel_preferences: Held & {
    readonly viewer: string;
    readonly channel_id: string;
    readonly preference: string;
    readonly changed_at_ms: number;
  };
  readonly feedback: Held & {
    readonly id: Generated<number>;
    readonly viewer: string;
    readonly video_id: string;
    readonly kind: string;
    readonly cpn: string | null;
    /** The reason of a report. */
    readonly reason: string | null;
    readonly received_at_ms: number;
  };
  readonly set_aside_reports: {
    readonly video_id: string;
    /** Empty: reports without a reason. */
    readonly reason: string;
    readonly set_aside_at_ms: number;
  };
  readonly playlist_items: Held & {
    readonly viewer: string;
    readonly playlist_id: string;
    readonly position: number;
    readonly video_id: string;
    readonly added_at_ms: number;
  };
  readonly bot_answers: Held & { readonly answer: string; readonly expires_at_ms: number };
  readonly ended_operator_sessions: { readonly id: string; readonly expires_at_ms: number };
  readonly audience_facts: {
    readonly video_id: string;
    readonly at_ms: number;
    readonly fact: string;
    readonly key: string;
    readonly value: number;
  };
  readonly audience_seconds: {
    readonly video_id: string;
    readonly day_ms: number;
    readonly second: number;
    readonly played: number;
    readonly repeated: number;
    readonly skipped: number;
  };
  readonly viewing_sessions: { readonly id: string; readonly video_id: string; readonly last_beat_ms: number };
}

/** Holder of a row, in tables to which strangers add rows. */
interface Held {
  readonly holder: number;
}

interface BatchTable {
  readonly id: Generated<number>;
  readonly received_at_ms: number;
  readonly endpoint: string;
  readonly client_name: string;
  readonly client_version: string;
  readonly encoding: string;
  readonly wire_bytes: number;
  readonly raw_bytes: number;
  readonly clock_skew_ms: number;
  readonly retry_count: number;
  readonly events: number;
}

interface EventTable {
  readonly id: Generated<number>;
  readonly client_event_id: string;
  readonly endpoint: string;
  readonly session_id: string;
  readonly name: string;
  readonly tier: number;
  readonly payload: string;
}

interface SessionTable {
  readonly session_id: string;
  readonly last_seen_ms: number;
  readonly is_page: number;
}

interface ErrorReportTable extends Held {
  readonly id: Generated<number>;
  readonly received_at_ms: number;
  readonly type: string;
  readonly message: string;
  readonly line: string | null;
  readonly level: string | null;
  readonly url: string | null;
  readonly file: string | null;
  readonly stack: string | null;
  readonly thread: string | null;
  readonly activity: string | null;
  readonly sample_weight: number;
}
