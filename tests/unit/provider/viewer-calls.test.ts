import { expect, test } from 'vitest';
import { PageConfig } from '../../../protocol/page/page-config.ts';
import {
  ChannelPreferenceResponse,
  EditPlaylistResponse,
  FeedbackResponse,
  SharePanelResponse,
  WebPlayerSharePanelResponse,
} from '../../../protocol/provider/actions.ts';
import { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import { newViewer } from './support/bot-response.ts';
import { context, openTestProvider, readJson } from './support/test-provider.ts';

test('the share panel returns a link and an embed code on the public origin [N7]', async () => {
  const provider = await openTestProvider();
  const { sharedEntity } = await newViewer(provider);
  const response = await provider.post(
    '/youtubei/v1/share/get_share_panel',
    { context: context(), serializedSharedEntity: sharedEntity, clientParams: 'x' },
    { Origin: 'https://videos.example' },
  );
  const panel = SharePanelResponse.parse(await readJson(response));
  expect(panel).toMatchObject({ title: 'Four small worlds', shareUrl: 'https://videos.example/embed/orieldemo01' });
  expect(panel.embedCode).toMatch(/^<iframe [^>]*src="https:\/\/videos\.example\/embed\/orieldemo01"[^>]*><\/iframe>$/);
});

test('the embed code of a video that requires a location delegates the location [N7, B7]', async () => {
  const provider = await openTestProvider();
  const codeOf = async (videoId: string): Promise<string> => {
    const { videoDetails } = PlayerResponse.parse((await provider.call('player', { videoId })).json);
    const { serializedSharedEntity, needsLocation = false } = videoDetails ?? {};
    expect(needsLocation).toBe(videoId === 'orielnearby');
    const { json } = await provider.call('share/get_share_panel', { serializedSharedEntity });
    return SharePanelResponse.parse(json).embedCode;
  };
  expect(await codeOf('orielnearby')).toMatch(/allow="[^"]*; geolocation"/);
  expect(await codeOf('orieldemo01')).not.toContain('geolocation');
});

test("the player's share panel has the playlist only if it is requested [N8]", async () => {
  const provider = await openTestProvider();
  const { sharedEntity } = await newViewer(provider);
  const ask = async (includeListId: boolean): Promise<unknown> =>
    WebPlayerSharePanelResponse.parse(
      (await provider.call('share/get_web_player_share_panel', { serializedSharedEntity: sharedEntity, includeListId }))
        .json,
    );
  expect(await ask(true)).toMatchObject({
    playlistId: 'PLorieldemolist001',
    shareUrl: expect.stringContaining('?list=PLorieldemolist001') as string,
  });
  expect(await ask(false)).not.toHaveProperty('playlistId');
});

test('a video is shared with the playlist from which it is played, not with another playlist that contains it [N8]', async () => {
  const { catalog } = await openTestProvider();
  const lists = [...catalog.playlists.values()];
  const second = { id: 'PLsecond', title: 'Second', videoIds: ['orielsphere', 'orieldemo01'] };
  const playlists = new Map([...lists, second].map((list) => [list.id, list]));
  const provider = await openTestProvider({ catalog: { ...catalog, playlists } });
  const sharedFrom = async (fields: object): Promise<unknown> => {
    const { videoDetails } = PlayerResponse.parse((await provider.call('player', fields)).json);
    const entity = { serializedSharedEntity: videoDetails?.serializedSharedEntity, includeListId: true };
    return (await provider.call('share/get_web_player_share_panel', entity)).json['playlistId'];
  };
  const videoId = 'orieldemo01';
  expect(await sharedFrom({ videoId, playlistId: 'PLsecond', playlistIndex: 1 })).toBe('PLsecond');
  expect(await sharedFrom({ videoId, playlistId: lists[0]?.id })).toBe(lists[0]?.id);
  expect(await sharedFrom({ videoId })).toBe(lists[0]?.id);
});

test('a player response has tracking parameters and call paths, and the feedback path is served [N3, C5]', async () => {
  const provider = await openTestProvider();
  const { visitorData, feedbackTokens } = await newViewer(provider);
  const { videoDetails } = PlayerResponse.parse((await provider.call('player', { videoId: 'orieldemo01' })).json);
  expect(videoDetails?.trackingParams).toMatch(/^[\w-]+$/);
  const path = videoDetails?.apiUrls?.['feedback'] ?? '';
  expect(path).toBe('/youtubei/v1/feedback?alt=json');
  const body = { context: context({ visitorData }), feedbackTokens: [feedbackTokens[0]], feedbackContext: {} };
  expect(FeedbackResponse.parse(await readJson(await provider.post(path, body))).feedbackResponses).toEqual([
    { isProcessed: true },
  ]);
});

test('a forged share token, or a token for another purpose, is refused', async () => {
  const provider = await openTestProvider();
  const { feedbackTokens } = await newViewer(provider);
  for (const serializedSharedEntity of ['', 'orieldemo01', 'a.b', String(feedbackTokens[0])])
    expect((await provider.call('share/get_share_panel', { serializedSharedEntity })).status).toBe(400);
});

test('each feedback token is accepted or refused individually [N9]', async () => {
  const provider = await openTestProvider();
  const { visitorData, feedbackTokens } = await newViewer(provider);
  const { json } = await provider.call(
    'feedback',
    {
      feedbackTokens: [feedbackTokens[0], 'forged.token'],
      feedbackContext: { cpn: 'abc', reason: 'unheard of' },
      isFeedbackTokenUnencrypted: false,
      shouldMerge: true,
    },
    { visitorData },
  );
  expect(FeedbackResponse.parse(json).feedbackResponses).toEqual([{ isProcessed: true }, { isProcessed: false }]);
});

test('a valid notification preference is accepted for the channel of the video, an unknown preference is refused [N10]', async () => {
  const provider = await openTestProvider();
  const { visitorData, sharedEntity } = await newViewer(provider);
  const set = (secondaryParams?: string): ReturnType<typeof provider.call> =>
    provider.call('notification/modify_channel_preference', { params: sharedEntity, secondaryParams }, { visitorData });
  expect(ChannelPreferenceResponse.parse((await set('none')).json).params).toBe(sharedEntity);
  expect((await set()).status).toBe(200);
  expect((await set('sometimes')).status).toBe(400);
});

test('a viewer can edit and play a list that other viewers do not see [N11]', async () => {
  const provider = await openTestProvider();
  const mine = await newViewer(provider);
  const other = await newViewer(provider);
  const edit = async (visitorData: string, ...actions: object[]): Promise<unknown> =>
    EditPlaylistResponse.parse(
      (await provider.call('browse/edit_playlist', { playlistId: 'WL', actions }, { visitorData })).json,
    );
  const add = (addedVideoId: string): object => ({ action: 'ACTION_ADD_VIDEO', addedVideoId });

  await edit(mine.visitorData, add('orieldemo01'), add('orielsphere'), add('orieldemo01'));
  const removed = await edit(
    mine.visitorData,
    { action: 'ACTION_REMOVE_VIDEO', removedVideoId: 'orieldemo01' },
    add('orielmp4001'),
  );
  expect(removed).toMatchObject({
    status: 'STATUS_SUCCEEDED',
    playlistId: 'WL',
    videoIds: ['orielsphere', 'orielmp4001'],
  });
  expect(await edit(other.visitorData, add('orielsphere'))).toMatchObject({ videoIds: ['orielsphere'] });

  const { json } = await provider.call('player', { playlistId: 'WL' }, { visitorData: mine.visitorData });
  expect(json).toMatchObject({ videoDetails: { videoId: 'orielsphere' }, playlist: { playlistId: 'WL' } });
});

test('an invalid edit changes nothing and reports failure [N11]', async () => {
  const provider = await openTestProvider();
  const { visitorData } = await newViewer(provider);
  const edit = async (playlistId: string, ...actions: object[]): Promise<unknown> =>
    (await provider.call('browse/edit_playlist', { playlistId, actions }, { visitorData })).json;
  const add = { action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' };
  expect(await edit('WL', add, { action: 'ACTION_ADD_VIDEO', addedVideoId: 'nosuchvideo' })).toMatchObject({
    status: 'STATUS_FAILED',
    videoIds: [],
  });
  expect(await edit('PLorieldemolist001', add)).toMatchObject({
    status: 'STATUS_FAILED',
    videoIds: ['orieldemo01', 'orielmp4001', 'orielsphere'],
  });
});

test.each([
  ['WL', '<b>'.repeat(50)],
  ['WL', undefined],
  ['__proto__', 'orieldemo01'],
  ['', 'orieldemo01'],
  ['W'.repeat(65), 'orieldemo01'],
])('an edit of the list %j that adds the video %j gets 400 [N11]', async (playlistId, addedVideoId) => {
  const provider = await openTestProvider();
  const { visitorData } = await newViewer(provider);
  const actions = [{ action: 'ACTION_ADD_VIDEO', addedVideoId }];
  const { status } = await provider.call('browse/edit_playlist', { playlistId, actions }, { visitorData });
  expect(status).toBe(400);
});

test.each(['feedback', 'notification/modify_channel_preference', 'browse/edit_playlist'])(
  'the call %s gets 401 without valid visitor data',
  async (path) => {
    const provider = await openTestProvider();
    const { sharedEntity, feedbackTokens } = await newViewer(provider);
    const fields = {
      feedbackTokens,
      feedbackContext: {},
      params: sharedEntity,
      playlistId: 'WL',
      actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: 'orieldemo01' }],
    };
    expect((await provider.call(path, fields)).status).toBe(401);
    expect((await provider.call(path, fields, { visitorData: 'invented' })).status).toBe(401);
  },
);

test('the operator’s hook identifies the signed-in user, and claims in the context of a call are ignored', async () => {
  const provider = await openTestProvider({
    dataSyncIdOf: (request) => request.headers.get('X-Signed-In') ?? undefined,
  });
  const edit = async (user: string, videoId: string): Promise<Response> => {
    const config = await readJson(await provider.get('/youtubei/v1/page_config', { 'X-Signed-In': user }));
    return provider.post(
      '/youtubei/v1/browse/edit_playlist',
      {
        sessionToken: PageConfig.parse(config).xsrf?.token,
        context: { ...context(), user: { serializedDelegationContext: 'somebody-else' } },
        playlistId: 'WL',
        actions: [{ action: 'ACTION_ADD_VIDEO', addedVideoId: videoId }],
      },
      { 'X-Signed-In': user },
    );
  };
  await edit('ada', 'orieldemo01');
  expect(await readJson(await edit('grace', 'orielsphere'))).toMatchObject({ videoIds: ['orielsphere'] });
});
