import type { Client } from '@libsql/client';
import type { Clock } from '../../../protocol/clock.ts';
import type { ViewerLists } from '../catalog/find-playlist.ts';
import { textOf } from './row.ts';

/** A viewer's own list holds this many; playing clients accept no more (video-options.ts). */
const LIST_ENTRIES_MAX = 1_000;

/** What viewers have done (N6, N9–N11). */
export class ViewerStore implements ViewerLists {
  readonly #client: Client;
  readonly #clock: Clock;

  constructor(client: Client, clock: Clock) {
    this.#client = client;
    this.#clock = clock;
  }

  async setSubscribed(viewer: string, channelIds: readonly string[], subscribed: boolean): Promise<void> {
    const nowMs = this.#clock.now();
    await this.#client.batch(
      channelIds.map((channelId) => ({
        sql: 'INSERT OR REPLACE INTO subscriptions VALUES (?, ?, ?, ?)',
        args: [viewer, channelId, subscribed ? 1 : 0, nowMs],
      })),
      'write',
    );
  }

  async setPreference(viewer: string, channelId: string, preference: string): Promise<void> {
    await this.#client.execute({
      sql: 'INSERT OR REPLACE INTO channel_preferences VALUES (?, ?, ?, ?)',
      args: [viewer, channelId, preference, this.#clock.now()],
    });
  }

  /** `merge`: a like takes the place of a dislike given before, and the other way round. */
  async addFeedback(entry: FeedbackEntry, merge: boolean): Promise<void> {
    const { viewer, videoId, kind, cpn } = entry;
    await this.#client.batch(
      [
        ...(merge ? [{ sql: 'DELETE FROM feedback WHERE viewer = ? AND video_id = ?', args: [viewer, videoId] }] : []),
        {
          sql: 'INSERT INTO feedback (viewer, video_id, kind, cpn, received_at_ms) VALUES (?, ?, ?, ?, ?)',
          args: [viewer, videoId, kind, cpn ?? null, this.#clock.now()],
        },
      ],
      'write',
    );
  }

  async videoIds(viewer: string, playlistId: string): Promise<string[]> {
    const { rows } = await this.#client.execute({
      sql: 'SELECT video_id FROM playlist_items WHERE viewer = ? AND playlist_id = ? ORDER BY position LIMIT ?',
      args: [viewer, playlistId, LIST_ENTRIES_MAX],
    });
    return rows.map((row) => textOf(row, 'video_id'));
  }

  async editList(viewer: string, playlistId: string, edits: readonly ListEdit[]): Promise<void> {
    await this.#client.batch(
      edits.map(({ add, videoId }) =>
        add
          ? {
              sql: `INSERT OR IGNORE INTO playlist_items SELECT ?1, ?2, coalesce(max(position), 0) + 1, ?3
                    FROM playlist_items WHERE viewer = ?1 AND playlist_id = ?2 HAVING count(*) < ?4`,
              args: [viewer, playlistId, videoId, LIST_ENTRIES_MAX],
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
