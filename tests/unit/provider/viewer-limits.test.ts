import { expect, test } from 'vitest';
import { newViewer } from './support/bot-response.ts';
import { openTestProvider } from './support/test-provider.ts';

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
