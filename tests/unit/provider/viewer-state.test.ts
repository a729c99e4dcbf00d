import { expect, test } from 'vitest';
import { PAGE_CONFIG_ELEMENT_ID, PageConfig } from '../../../protocol/page/page-config.ts';
import { PlayerResponse, type ViewerState } from '../../../protocol/provider/player-response.ts';
import { botBinding } from '../../../protocol/provider/identity.ts';
import { loadBotDetection, newViewer } from './support/bot-response.ts';
import { context, openTestProvider, type TestProvider } from './support/test-provider.ts';

const NOTHING_YET: ViewerState = {
  subscribed: false,
  channelPreference: 'all',
  playlists: [{ playlistId: 'WL', title: 'Saved videos', contains: false }],
};

async function stateOf(provider: TestProvider, visitorData: string): Promise<ViewerState | undefined> {
  const { json } = await provider.call('player', { videoId: 'orieldemo01' }, { visitorData });
  return PlayerResponse.parse(json).viewerState;
}

async function openPage(provider: TestProvider, headers: Record<string, string> = {}): Promise<PageConfig> {
  const html = await (await provider.get('/embed/orieldemo01', headers)).text();
  const json = new RegExp(`id="${PAGE_CONFIG_ELEMENT_ID}">(.*?)</script>`, 's').exec(html)?.[1];
  return PageConfig.parse(JSON.parse(json ?? 'null'));
}

/** Saves a video for the viewer; resolves with the cookie of the response. */
async function save(provider: TestProvider, visitorData: string, headers: Record<string, string> = {}) {
  const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }];
  const response = await provider.post(
    '/youtubei/v1/browse/edit_playlist',
    { context: context({ visitorData }), playlistId: 'WL', actions },
    headers,
  );
  return response.headers.get('Set-Cookie')?.split(';')[0];
}

test('the player response has the earlier actions of its viewer, and not those of others [N6, N9, N10, N11]', async () => {
  const provider = await openTestProvider();
  const { visitorData, program, sharedEntity, feedbackTokens } = await newViewer(provider);
  expect(await stateOf(provider, visitorData)).toEqual(NOTHING_YET);
  const path = 'subscription/subscribe';
  const channelIds = ['oriel-demo-channel'];
  const { createBotDetection } = await loadBotDetection(provider);
  const botguardResponse = await createBotDetection(program).answer(botBinding(path, channelIds));
  await provider.call(path, { channelIds, botguardResponse }, { visitorData });
  await provider.call(
    'notification/modify_channel_preference',
    { params: sharedEntity, secondaryParams: 'none' },
    { visitorData },
  );
  await provider.call('feedback', { feedbackTokens: [feedbackTokens[0]], feedbackContext: {} }, { visitorData });
  await save(provider, visitorData);
  expect(await stateOf(provider, visitorData)).toEqual({
    subscribed: true,
    channelPreference: 'none',
    feedback: 'like',
    playlists: [{ playlistId: 'WL', title: 'Saved videos', contains: true }],
  });
  const other = await newViewer(provider);
  expect(await stateOf(provider, other.visitorData)).toEqual(NOTHING_YET);
});

test('a dislike replaces a like, and both can be withdrawn; a report stays [N9]', async () => {
  const provider = await openTestProvider();
  const { visitorData, feedbackTokens } = await newViewer(provider);
  const [like, dislike, report, withdraw] = feedbackTokens;
  const give = async (token: string | undefined) => {
    const fields = { feedbackTokens: [token], feedbackContext: {}, shouldMerge: true };
    expect((await provider.call('feedback', fields, { visitorData })).status).toBe(200);
    return (await stateOf(provider, visitorData))?.feedback;
  };
  expect(await give(like)).toBe('like');
  expect(await give(report)).toBe('like');
  expect(await give(dislike)).toBe('dislike');
  expect(await give(withdraw)).toBeUndefined();
});

test('with consent, a viewer who acts is recognised at the next visit by a cookie', async () => {
  const provider = await openTestProvider({ site: { consent: 'functional' } });
  const first = await openPage(provider);
  expect(first.playerResponse?.viewerState).toEqual(NOTHING_YET);
  const visitorData = first.context?.client.visitorData ?? '';
  const cookie = await save(provider, visitorData);
  expect(cookie).toMatch(/^__Host-oriel-visitor=/);
  const back = await openPage(provider, { Cookie: cookie ?? '' });
  expect(back.playerResponse?.viewerState?.playlists[0]?.contains).toBe(true);
  expect((await openPage(provider)).playerResponse?.viewerState).toEqual(NOTHING_YET);
});

test('a viewer who opts out gets no cookie and is not recognised, and a private host has no viewer state [P10]', async () => {
  const open = await openTestProvider({ site: { consent: 'functional' } });
  const { visitorData } = await newViewer(open);
  expect(await save(open, visitorData, { 'Sec-GPC': '1' })).toBeUndefined();
  const cookie = (await save(open, visitorData)) ?? '';
  const objecting = await openPage(open, { Cookie: cookie, 'Sec-GPC': '1' });
  expect(objecting.playerResponse?.viewerState).toEqual(NOTHING_YET);
  const hidden = await openTestProvider({ site: { consent: 'functional', privateEmbedHosts: ['player.example'] } });
  expect((await openPage(hidden, { Cookie: cookie })).playerResponse?.viewerState).toBeUndefined();
});
