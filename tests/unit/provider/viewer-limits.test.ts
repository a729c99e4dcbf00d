import { expect, onTestFinished, test } from 'vitest';
import type { Database } from '../../../src/provider/database/database.ts';
import { openDatabase } from '../../../src/provider/database/open-database.ts';
import { ViewerStore } from '../../../src/provider/database/viewer-store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { newViewer } from './support/bot-response.ts';
import { openTestProvider } from './support/test-provider.ts';

async function openStore(): Promise<{ store: ViewerStore; database: Database }> {
  const clock = createFakeClock();
  const database = await openDatabase({ url: ':memory:' }, clock);
  onTestFinished(() => database.close());
  return { database, store: new ViewerStore(database, clock) };
}

async function columnOf(database: Database, table: string, column: string): Promise<unknown[]> {
  const { rows } = await database.execute(`SELECT ${column} AS value FROM ${table} WHERE viewer = 'me' ORDER BY rowid`);
  return rows.map((row) => row['value']);
}

test('the newest rows of each kind are kept for a viewer, and others keep theirs', async () => {
  const { database, store } = await openStore();
  const channels = ['a', 'b', 'c', 'd', 'e'];
  await store.setSubscribed('other', channels, true, 10);
  await store.setSubscribed('me', channels, true, 3);
  await store.setSubscribed('me', ['c'], false, 3);
  for (const channel of channels) await store.setPreference('me', channel, 'none', 3);
  for (const videoId of channels)
    await store.addFeedback({ viewer: 'me', videoId, kind: 'report', cpn: undefined }, false, 3);
  expect(await columnOf(database, 'subscriptions', 'channel_id')).toEqual(['d', 'e', 'c']);
  expect(await columnOf(database, 'channel_preferences', 'channel_id')).toEqual(['c', 'd', 'e']);
  expect(await columnOf(database, 'feedback', 'video_id')).toEqual(['c', 'd', 'e']);
  expect((await store.stateOf('other', 'v', 'a')).subscribed).toBe(true);
});

test('the lists of a viewer are bounded in total, and existing entries stay', async () => {
  const { database, store } = await openStore();
  const add = (list: string, ...ids: string[]): Promise<void> =>
    store.editList(
      'me',
      list,
      ids.map((videoId) => ({ add: true, videoId })),
      3,
    );
  await store.editList('other', 'WL', [{ add: true, videoId: 'x' }], 3);
  await add('WL', 'a', 'b');
  await add('MY', 'c', 'd');
  await add('ANOTHER', 'e');
  expect(await columnOf(database, 'playlist_items', 'video_id')).toEqual(['a', 'b', 'c']);
});

test('the limits are those of the settings, and an edit of a full list reports failure [N9, N11]', async () => {
  const provider = await openTestProvider({ limits: { viewerRowsMax: 1, viewerListEntriesMax: 1 } });
  const { visitorData, feedbackTokens } = await newViewer(provider);
  const edit = async (playlistId: string, addedVideoId: string): Promise<unknown> => {
    const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId }];
    return (await provider.call('browse/edit_playlist', { playlistId, actions }, { visitorData })).json;
  };
  expect(await edit('WL', 'orieldemo01')).toMatchObject({ status: 'STATUS_SUCCEEDED' });
  expect(await edit('WL', 'orieldemo01')).toMatchObject({ status: 'STATUS_SUCCEEDED' });
  expect(await edit('WL', 'orielsphere')).toMatchObject({ status: 'STATUS_FAILED', videoIds: ['orieldemo01'] });
  expect(await edit('MY', 'orielsphere')).toMatchObject({ status: 'STATUS_FAILED', videoIds: [] });

  /** A like and then a report: only the report is stored, so the page shows no like. */
  const fields = { feedbackTokens: [feedbackTokens[0], feedbackTokens[2]], feedbackContext: {} };
  await provider.call('feedback', fields, { visitorData });
  const { json } = await provider.call('player', { videoId: 'orieldemo01' }, { visitorData });
  expect(json['viewerState']).not.toHaveProperty('feedback');
});
