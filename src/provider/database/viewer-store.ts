import type { Database, Statement } from './database.ts';
import * as z from 'zod/mini';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import { ChannelPreference, type ViewerState } from '../../../protocol/provider/player-response.ts';
import type { ViewerStates } from '../calls/player/player-responses.ts';
import { SAVED_LIST, type ViewerLists } from '../catalog/find-playlist.ts';
import { textOf } from './row.ts';

/** Maximum length of a viewer's own list; players accept no more (video-options.ts). */
const LIST_ENTRIES_MAX = 1_000;

const Opinion = z.enum(['like', 'dislike']);

/** Stored actions of viewers (N6, N9–N11). */
export class ViewerStore implements ViewerLists, ViewerStates {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(database: Database, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
  }

  async setSubscribed(
    viewer: string,
    channelIds: readonly string[],
    subscribed: boolean,
    rowsMax: number,
  ): Promise<void> {
    const nowMs = this.#clock.now();
    const set = channelIds.map((channelId) => ({
      sql: 'INSERT OR REPLACE INTO subscriptions VALUES (?, ?, ?, ?)',
      args: [viewer, channelId, subscribed ? 1 : 0, nowMs],
    }));
    await this.#database.batch([...set, keepNewest('subscriptions', viewer, rowsMax)], 'write');
  }

  async setPreference(viewer: string, channelId: string, preference: string, rowsMax: number): Promise<void> {
    const set = {
      sql: 'INSERT OR REPLACE INTO channel_preferences VALUES (?, ?, ?, ?)',
      args: [viewer, channelId, preference, this.#clock.now()],
    };
    await this.#database.batch([set, keepNewest('channel_preferences', viewer, rowsMax)], 'write');
  }

  /** `merge`: a like replaces an earlier dislike, and vice versa. A report stays. */
  async addFeedback(entry: FeedbackEntry, merge: boolean, rowsMax: number): Promise<void> {
    const { viewer, videoId, kind, cpn } = entry;
    const take = {
      sql: `DELETE FROM feedback WHERE viewer = ? AND video_id = ? AND kind IN ('like', 'dislike')`,
      args: [viewer, videoId],
    };
    const add = {
      sql: 'INSERT INTO feedback (viewer, video_id, kind, cpn, received_at_ms) VALUES (?, ?, ?, ?, ?)',
      args: [viewer, videoId, kind, cpn ?? null, this.#clock.now()],
    };
    const isOpinion = kind !== 'report';
    const added = kind === 'withdraw' ? [] : [add, keepNewest('feedback', viewer, rowsMax)];
    await this.#database.batch([...(merge && isOpinion ? [take] : []), ...added], 'write');
  }

  /** The viewer state that the page shows. */
  async stateOf(viewer: string, videoId: string, channelId: string): Promise<ViewerState> {
    const [subscription, preference, opinion, saved] = await this.#database.batch(
      [
        {
          sql: 'SELECT channel_id FROM subscriptions WHERE viewer = ? AND channel_id = ? AND subscribed = 1',
          args: [viewer, channelId],
        },
        {
          sql: 'SELECT preference FROM channel_preferences WHERE viewer = ? AND channel_id = ?',
          args: [viewer, channelId],
        },
        {
          sql: `SELECT kind FROM feedback WHERE viewer = ? AND video_id = ? AND kind IN ('like', 'dislike')
                ORDER BY id DESC LIMIT 1`,
          args: [viewer, videoId],
        },
        {
          sql: 'SELECT video_id FROM playlist_items WHERE viewer = ? AND playlist_id = ? AND video_id = ?',
          args: [viewer, SAVED_LIST.playlistId, videoId],
        },
      ],
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
    const { rows } = await this.#database.execute({
      sql: 'SELECT video_id FROM playlist_items WHERE viewer = ? AND playlist_id = ? ORDER BY position LIMIT ?',
      args: [viewer, playlistId, LIST_ENTRIES_MAX],
    });
    return rows.map((row) => textOf(row, 'video_id'));
  }

  /** A video that exceeds a limit is not added; `entriesMax` is for all lists of the viewer together. */
  async editList(viewer: string, playlistId: string, edits: readonly ListEdit[], entriesMax: number): Promise<void> {
    const nowMs = this.#clock.now();
    await this.#database.batch(
      edits.map(({ add, videoId }) =>
        add
          ? {
              sql: `INSERT OR IGNORE INTO playlist_items SELECT ?1, ?2, coalesce(max(position), 0) + 1, ?3, ?6
                    FROM playlist_items WHERE viewer = ?1 AND playlist_id = ?2
                    HAVING count(*) < ?4 AND (SELECT count(*) FROM playlist_items WHERE viewer = ?1) < ?5`,
              args: [viewer, playlistId, videoId, LIST_ENTRIES_MAX, entriesMax, nowMs],
            }
          : {
              sql: 'DELETE FROM playlist_items WHERE viewer = ? AND playlist_id = ? AND video_id = ?',
              args: [viewer, playlistId, videoId],
            },
      ),
      'write',
    );
  }
}

/** Limits tables that any viewer can add to; `rowid` increases with every row that is added or replaced. */
function keepNewest(
  table: 'subscriptions' | 'channel_preferences' | 'feedback',
  viewer: string,
  rowsMax: number,
): Statement {
  return {
    sql: `DELETE FROM ${table} WHERE viewer = ?1 AND rowid NOT IN
            (SELECT rowid FROM ${table} WHERE viewer = ?1 ORDER BY rowid DESC LIMIT ?2)`,
    args: [viewer, rowsMax],
  };
}

export interface FeedbackEntry {
  readonly viewer: string;
  readonly videoId: string;
  readonly kind: string;
  readonly cpn: string | undefined;
}

export interface ListEdit {
  readonly add: boolean;
  readonly videoId: string;
}
