import { sql, type RawBuilder } from 'kysely';
import type { Database } from './database.ts';
import * as z from 'zod/mini';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { ReportReason } from '../../../protocol/provider/report-reasons.ts';
import { ChannelPreference, type ViewerState } from '../../../protocol/provider/player-response.ts';
import type { ViewerStates } from '../calls/player/player-responses.ts';
import { SAVED_LIST, type ViewerLists } from '../catalog/find-playlist.ts';
import type { Dialect } from './queries/dialect.ts';
import { queriesFor, rawStatement, statementOf, template, type Queries } from './queries/queries.ts';
import { textOf } from './row.ts';

/** Maximum length of a viewer's own list; players accept no more (video-options.ts). */
const LIST_ENTRIES_MAX = 1_000;

const Opinion = z.enum(['like', 'dislike']);

/** Stored actions of viewers (N6, N9–N11). */
export class ViewerStore implements ViewerLists, ViewerStates {
  readonly #database: Database;
  readonly #queries: Queries;
  readonly #state: ReturnType<typeof stateQueries>;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#state = stateQueries(database.dialect);
    this.#queries = queriesFor(database.dialect);
    this.#clock = clock;
  }

  async setSubscribed(
    viewer: string,
    channelIds: readonly string[],
    subscribed: boolean,
    rowsMax: number,
  ): Promise<void> {
    const changed_at_ms = this.#clock.now();
    const set = channelIds.flatMap((channel_id) => [
      this.#queries.deleteFrom('subscriptions').where('viewer', '=', viewer).where('channel_id', '=', channel_id),
      this.#queries
        .insertInto('subscriptions')
        .values({ viewer, channel_id, subscribed: subscribed ? 1 : 0, changed_at_ms }),
    ]);
    await this.#write([...set, this.#keepNewest('subscriptions', viewer, rowsMax)]);
  }

  async setPreference(viewer: string, channelId: string, preference: string, rowsMax: number): Promise<void> {
    const row = { viewer, channel_id: channelId, preference, changed_at_ms: this.#clock.now() };
    await this.#write([
      this.#queries.deleteFrom('channel_preferences').where('viewer', '=', viewer).where('channel_id', '=', channelId),
      this.#queries.insertInto('channel_preferences').values(row),
      this.#keepNewest('channel_preferences', viewer, rowsMax),
    ]);
  }

  /** `merge`: a like replaces an earlier dislike, and vice versa. A report stays. */
  async addFeedback(entry: FeedbackEntry, merge: boolean, rowsMax: number): Promise<void> {
    const { viewer, videoId, kind, cpn = null } = entry;
    const isOpinion = kind !== 'report';
    const reason = isOpinion ? null : (entry.reason ?? null);
    const row = { viewer, video_id: videoId, kind, cpn, reason, received_at_ms: this.#clock.now() };
    const take = this.#queries
      .deleteFrom('feedback')
      .where('viewer', '=', viewer)
      .where('video_id', '=', videoId)
      .where('kind', 'in', Opinion.options);
    const add = this.#queries.insertInto('feedback').values(row);
    const added = kind === 'withdraw' ? [] : [add, this.#keepNewest('feedback', viewer, rowsMax)];
    await this.#write([...(merge && isOpinion ? [take] : []), ...added]);
  }

  /** The viewer state that the page shows. */
  async stateOf(viewer: string, videoId: string, channelId: string): Promise<ViewerState> {
    const { subscription: isSubscribed, preference: preferenceOf, opinion: opinionOf, saved: isSaved } = this.#state;
    const [subscription, preference, opinion, saved] = await this.#database.batch(
      [isSubscribed, preferenceOf, opinionOf, isSaved].map((one) => one({ viewer, videoId, channelId })),
      'read',
    );
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
  async editList(viewer: string, playlistId: string, edits: readonly ListEdit[], entriesMax: number): Promise<void> {
    const nowMs = this.#clock.now();
    const ofViewer = sql`FROM playlist_items WHERE viewer = ${viewer}`;
    const statements = edits.map(({ add, videoId }) =>
      add
        ? sql`INSERT INTO playlist_items (viewer, playlist_id, position, video_id, added_at_ms)
            SELECT cast(${viewer} AS text), cast(${playlistId} AS text), coalesce(max(position), 0) + 1,
              cast(${videoId} AS text), cast(${nowMs} AS bigint)
            ${ofViewer} AND playlist_id = ${playlistId}
            HAVING count(*) < ${LIST_ENTRIES_MAX} AND (SELECT count(*) ${ofViewer}) < ${entriesMax}
            ON CONFLICT DO NOTHING`
        : sql`DELETE ${ofViewer} AND playlist_id = ${playlistId} AND video_id = ${videoId}`,
    );
    await this.#database.batch(
      statements.map((one) => rawStatement(this.#database.dialect, one)),
      'write',
    );
  }

  /** Limits tables that any viewer can add to. */
  #keepNewest(table: 'subscriptions' | 'channel_preferences' | 'feedback', viewer: string, rowsMax: number): Query {
    /** Increases with every row that is added. */
    const serial = sql.raw(table === 'feedback' ? 'id' : 'rowid');
    const text = sql`DELETE FROM ${sql.table(table)} WHERE viewer = ${viewer} AND ${serial} NOT IN
      (SELECT ${serial} FROM ${sql.table(table)} WHERE viewer = ${viewer} ORDER BY ${serial} DESC LIMIT ${rowsMax})`;
    return { compile: () => text.compile(this.#queries) };
  }

  async #write(queries: readonly Query[]): Promise<void> {
    await this.#database.batch(queries.map(statementOf), 'write');
  }
}

/** What the page shows is asked with every video. */
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
    saved: query(
      (argument) => sql`SELECT video_id FROM playlist_items WHERE viewer = ${argument('viewer')}
        AND playlist_id = ${SAVED_LIST.playlistId} AND video_id = ${argument('videoId')}`,
    ),
  };
}

type Query = Parameters<typeof statementOf>[0];

export interface FeedbackEntry {
  readonly viewer: string;
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
