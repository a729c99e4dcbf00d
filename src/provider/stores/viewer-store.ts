import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Database, Result, Statement } from '../database/database.ts';
import * as z from 'zod/mini';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { ReportReason } from '../../../protocol/provider/report-reasons.ts';
import { ChannelPreference, type ViewerState } from '../../../protocol/provider/player-response.ts';
import { holderId, holderPath } from '../budgets/holder.ts';
import { holderStatements } from '../budgets/holder-statements.ts';
import type { Author } from '../budgets/viewer-writes.ts';
import { SAVED_LIST, type ViewerLists } from '../catalog/find-playlist.ts';
import type { Dialect } from '../database/queries/dialect.ts';
import { DAY_MS } from '../settings/limits.ts';
import { queriesFor, statementOf, template, type Queries } from '../database/queries/queries.ts';
import type { Tables } from '../database/queries/tables.ts';
import { numberOf, textOf } from '../database/row.ts';

/** Maximum length of a viewer's own list; players accept no more (video-options.ts). */
const LIST_ENTRIES_MAX = 1_000;

const Opinion = z.enum(['like', 'dislike']);

/** Finds a viewer's actions on a video and its channel. */
export interface ViewerStates {
  stateOf(viewer: string, videoId: string, channelId: string): Promise<ViewerState | undefined>;
}

/** Stored actions of viewers (N6, N9–N11). */
export class ViewerStore implements ViewerLists, ViewerStates {
  readonly #database: Database;
  readonly #queries: Queries;
  readonly #state: ReturnType<typeof stateQueries>;
  readonly #holders: ReturnType<typeof holderStatements>;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#state = stateQueries(database.dialect);
    this.#queries = queriesFor(database.dialect);
    this.#holders = holderStatements(database.dialect);
    this.#clock = clock;
  }

  /** Whether something has been stored for the viewer. */
  async isKnown(viewer: string): Promise<boolean> {
    const known = this.#queries.selectFrom('viewers').select('viewer').where('viewer', '=', viewer);
    return (await this.#database.execute(statementOf(known))).rows.length > 0;
  }

  async setSubscribed(
    author: Author,
    channelIds: readonly string[],
    subscribed: boolean,
    rowsMax: number,
  ): Promise<void> {
    const { viewer } = author;
    const changed_at_ms = this.#clock.now();
    const set = channelIds.flatMap((channel_id) => [
      this.#queries.deleteFrom('subscriptions').where('viewer', '=', viewer).where('channel_id', '=', channel_id),
      this.#queries
        .insertInto('subscriptions')
        .values({ holder: holderOf(author), viewer, channel_id, subscribed: subscribed ? 1 : 0, changed_at_ms }),
    ]);
    await this.#write(author, [...set, this.#keepNewest('subscriptions', viewer, rowsMax)]);
  }

  async setPreference(author: Author, channelId: string, preference: string, rowsMax: number): Promise<void> {
    const { viewer } = author;
    const row = {
      holder: holderOf(author),
      viewer,
      channel_id: channelId,
      preference,
      changed_at_ms: this.#clock.now(),
    };
    await this.#write(author, [
      this.#queries.deleteFrom('channel_preferences').where('viewer', '=', viewer).where('channel_id', '=', channelId),
      this.#queries.insertInto('channel_preferences').values(row),
      this.#keepNewest('channel_preferences', viewer, rowsMax),
    ]);
  }

  /** `merge`: a like replaces an earlier dislike, and vice versa. A report stays. */
  async addFeedback(author: Author, entry: FeedbackEntry, merge: boolean, rowsMax: number): Promise<void> {
    const { viewer } = author;
    const { videoId, kind, cpn = null } = entry;
    const isOpinion = kind !== 'report';
    const reason = isOpinion ? null : (entry.reason ?? null);
    const holder = holderOf(author);
    const row = { holder, viewer, video_id: videoId, kind, cpn, reason, received_at_ms: this.#clock.now() };
    const take = this.#queries
      .deleteFrom('feedback')
      .where('viewer', '=', viewer)
      .where('video_id', '=', videoId)
      .where('kind', 'in', Opinion.options);
    const add = isOpinion ? this.#queries.insertInto('feedback').values(row) : this.#reportOnce(row);
    const added = kind === 'withdraw' ? [] : [add, this.#keepNewest('feedback', viewer, rowsMax)];
    await this.#write(author, [...(merge && isOpinion ? [take] : []), ...added]);
  }

  /** Stores a report unless the viewer has reported the video for the same reason before. */
  #reportOnce(row: ReportRow): Query {
    const { viewer, video_id, reason } = row;
    const text = sql`INSERT INTO feedback (holder, viewer, video_id, kind, cpn, reason, received_at_ms)
      SELECT cast(${row.holder} AS bigint), cast(${viewer} AS text), cast(${video_id} AS text), 'report',
        cast(${row.cpn} AS text), cast(${reason} AS text), cast(${row.received_at_ms} AS bigint)
      WHERE NOT EXISTS (SELECT 1 FROM feedback WHERE viewer = ${viewer} AND video_id = ${video_id}
        AND kind = 'report' AND coalesce(reason, '') = ${reason ?? ''})`;
    return { compile: () => text.compile(this.#queries) };
  }

  /** The viewer state that the page shows. */
  async stateOf(viewer: string, videoId: string, channelId: string): Promise<ViewerState> {
    const {
      subscription: isSubscribed,
      preference: preferenceOf,
      opinion: opinionOf,
      saved: isSaved,
      seen,
    } = this.#state;
    const [subscription, preference, opinion, saved, lastSeen] = await this.#database.batch(
      [isSubscribed, preferenceOf, opinionOf, isSaved, seen].map((one) => one({ viewer, videoId, channelId })),
      'read',
    );
    this.#noteVisit(viewer, lastSeen?.rows[0]);
    const [preferred, given] = [preference?.rows[0], opinion?.rows[0]];
    const feedback = given === undefined ? undefined : Opinion.parse(textOf(given, 'kind'));
    return {
      subscribed: subscription?.rows.length === 1,
      channelPreference: preferred === undefined ? 'all' : ChannelPreference.parse(textOf(preferred, 'preference')),
      ...(feedback === undefined ? {} : { feedback }),
      playlists: [{ ...SAVED_LIST, contains: saved?.rows.length === 1 }],
    };
  }

  async videoIds(viewer: string, playlistId: string): Promise<string[]> {
    const list = this.#queries
      .selectFrom('playlist_items')
      .select('video_id')
      .where('viewer', '=', viewer)
      .where('playlist_id', '=', playlistId)
      .orderBy('position')
      .limit(LIST_ENTRIES_MAX);
    const { rows } = await this.#database.execute(statementOf(list));
    return rows.map((row) => textOf(row, 'video_id'));
  }

  /** A video that exceeds a limit is not added; `entriesMax` is for all lists of the viewer together. */
  async editList(author: Author, playlistId: string, edits: readonly ListEdit[], entriesMax: number): Promise<void> {
    const { viewer } = author;
    const holder = holderOf(author);
    const nowMs = this.#clock.now();
    const ofViewer = sql`FROM playlist_items WHERE viewer = ${viewer}`;
    const statements = edits.map(({ add, videoId }) =>
      add
        ? sql`INSERT INTO playlist_items (viewer, playlist_id, position, video_id, added_at_ms, holder)
            SELECT cast(${viewer} AS text), cast(${playlistId} AS text), coalesce(max(position), 0) + 1,
              cast(${videoId} AS text), cast(${nowMs} AS bigint), cast(${holder} AS bigint)
            ${ofViewer} AND playlist_id = ${playlistId}
            HAVING count(*) < ${LIST_ENTRIES_MAX} AND (SELECT count(*) ${ofViewer}) < ${entriesMax}
            ON CONFLICT DO NOTHING`
        : sql`DELETE ${ofViewer} AND playlist_id = ${playlistId} AND video_id = ${videoId}`,
    );
    await this.#write(
      author,
      statements.map((text) => ({ compile: () => text.compile(this.#queries) })),
    );
  }

  /** Limits tables that any viewer can add to. */
  #keepNewest(table: 'subscriptions' | 'channel_preferences' | 'feedback', viewer: string, rowsMax: number): Query {
    // The serial increases with every added row.
    const serial = sql.raw(table === 'feedback' ? 'id' : 'rowid');
    const text = sql`DELETE FROM ${sql.table(table)} WHERE viewer = ${viewer} AND ${serial} NOT IN
      (SELECT ${serial} FROM ${sql.table(table)} WHERE viewer = ${viewer} ORDER BY ${serial} DESC LIMIT ${rowsMax})`;
    return { compile: () => text.compile(this.#queries) };
  }

  async #write(author: Author, queries: readonly Query[]): Promise<void> {
    const path = holderPath('viewers', author.sender, author.viewer);
    const statements = [this.#holders.know(path), this.#seen(author), ...queries.map(statementOf)];
    await this.#database.batch(statements, 'write');
  }

  #seen(author: Author): Statement {
    const last_seen_ms = this.#clock.now();
    const row = { holder: holderOf(author), viewer: author.viewer, first_seen_ms: last_seen_ms, last_seen_ms };
    const seen = this.#queries.insertInto('viewers').values(row);
    return statementOf(seen.onConflict((conflict) => conflict.column('viewer').doUpdateSet({ last_seen_ms })));
  }

  /** Notes a visit: a viewer who watches on another day counts as returning. Once a day is enough, and no response waits for the write. */
  #noteVisit(viewer: string, lastSeen: Result['rows'][number] | undefined): void {
    const nowMs = this.#clock.now();
    if (lastSeen === undefined || dayOf(numberOf(lastSeen, 'last_seen_ms')) === dayOf(nowMs)) return;
    const note = this.#queries.updateTable('viewers').set({ last_seen_ms: nowMs }).where('viewer', '=', viewer);
    void this.#database.execute(statementOf(note)).catch(() => undefined);
  }
}

function holderOf({ sender, viewer }: Author): number {
  return holderId(holderPath('viewers', sender, viewer));
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}

/** State that the page shows is read with every video. */
function stateQueries(dialect: Dialect) {
  const query = (write: (argument: (name: 'viewer' | 'videoId' | 'channelId') => unknown) => RawBuilder<unknown>) =>
    template(dialect, write);
  return {
    subscription: query(
      (argument) => sql`SELECT channel_id FROM subscriptions
        WHERE viewer = ${argument('viewer')} AND channel_id = ${argument('channelId')} AND subscribed = 1`,
    ),
    preference: query(
      (argument) => sql`SELECT preference FROM channel_preferences
        WHERE viewer = ${argument('viewer')} AND channel_id = ${argument('channelId')}`,
    ),
    opinion: query(
      (argument) => sql`SELECT kind FROM feedback WHERE viewer = ${argument('viewer')}
        AND video_id = ${argument('videoId')} AND kind IN ('like', 'dislike') ORDER BY id DESC LIMIT 1`,
    ),
    seen: query((argument) => sql`SELECT last_seen_ms FROM viewers WHERE viewer = ${argument('viewer')}`),
    saved: query(
      (argument) => sql`SELECT video_id FROM playlist_items WHERE viewer = ${argument('viewer')}
        AND playlist_id = ${SAVED_LIST.playlistId} AND video_id = ${argument('videoId')}`,
    ),
  };
}

type Query = Parameters<typeof statementOf>[0];
type ReportRow = Omit<Insertable<Tables['feedback']>, 'id' | 'kind'>;

export interface FeedbackEntry {
  readonly videoId: string;
  readonly kind: string;
  readonly cpn?: string | undefined;
  /** Why a video is reported; the other kinds have none. */
  readonly reason?: ReportReason | undefined;
}

export interface ListEdit {
  readonly add: boolean;
  readonly videoId: string;
}
