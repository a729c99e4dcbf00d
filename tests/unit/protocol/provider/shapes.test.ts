import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { ENDPOINTS } from '../../../../protocol/provider/endpoints.ts';
import {
  botBinding,
  DataSyncIdsResponse,
  ProviderError,
  VisitorIdResponse,
} from '../../../../protocol/provider/identity.ts';
import { LogRequest, LogResponse } from '../../../../protocol/provider/logging.ts';
import { PlayerResponse } from '../../../../protocol/provider/player-response.ts';

const responseContext = {
  visitorData: 'visitor',
  consistencyTokenJar: { encryptedTokenJarContents: 'jar', expirationSeconds: 60 },
  locationPlayabilityToken: 'token',
  globalConfigGroup: { hot: { hashData: 'h', configData: 1 }, cold: { hashData: 'c' } },
};

const PLAYER_RESPONSE = {
  responseContext,
  playabilityStatus: { status: 'OK', reason: 'why', subreason: 'more', errorCode: 'auth' },
  streamingData: {
    hlsManifestUrl: '/a.m3u8',
    progressive: [{ url: '/a.mp4', mimeType: 'video/mp4', width: 640, height: 360, bitrate: 1 }],
    isLive: false,
    inlinePlaylists: { '/a.m3u8': '#EXTM3U' },
  },
  videoDetails: {
    videoId: 'orieldemo01',
    title: 'Title',
    author: 'Author',
    authorUrl: '/author',
    authorPicture: '/author.svg',
    pageUrl: 'https://videos.example/watch/1',
    channelId: 'channel',
    lengthSeconds: 60.5,
    isLive: false,
    allowLiveDvr: true,
    isListed: true,
    isSpherical: false,
    width: 640,
    height: 360,
    posters: [{ url: '/a.jpg', mimeType: 'image/jpeg', width: 640, height: 360 }],
    serializedSharedEntity: 'entity',
    feedbackTokens: ['a', 'b', 'c', 'd'],
  },
  captions: [{ url: '/a.vtt', languageCode: 'en', name: 'English', kind: 'subtitles', isDefault: true }],
  storyboard: { url: '/s.jpg', tileWidth: 1, tileHeight: 2, columns: 3, rows: 4, tileCount: 5, intervalSeconds: 1.5 },
  chapters: [{ title: 'Chapter', startSeconds: 1.5 }],
  playlist: {
    playlistId: 'PLa',
    title: 'List',
    entries: [{ videoId: 'orieldemo01', title: 'Title', lengthSeconds: 1, posterUrl: '/a.jpg' }],
  },
  related: [
    {
      videoId: 'orielsphere',
      title: 'Title',
      lengthSeconds: 1,
      posterUrl: '/a.jpg',
      author: 'Author',
      channelId: 'channel',
    },
  ],
  heartbeat: { intervalMs: 1_000, token: 'token' },
  attestation: { scriptUrl: '/a.js', program: 'program' },
  viewerState: {
    subscribed: true,
    channelPreference: 'occasional',
    feedback: 'like',
    playlists: [{ playlistId: 'PLa', title: 'List', contains: true }],
  },
  locationRequired: true,
};

const SHARE_PANEL = { responseContext, title: 'Title', shareUrl: '/s', embedUrl: '/e', embedCode: '<iframe>' };
const event = {
  clientEventId: `${'0'.repeat(32)}.1`,
  eventTimeMs: 1,
  tier: 100,
  sequence: { id: 's', index: 1 },
  name: 'hostCommand',
  payload: { name: 'mute' },
};

/** A message of each schema of the contract, with all fields that it may have. */
const SHAPES: readonly (readonly [name: string, schema: z.ZodMiniType, whole: object])[] = [
  [
    'player request [N23]',
    ENDPOINTS.player.request,
    { videoId: 'v', playlistId: 'l', playlistIndex: 1, playlistVideoIds: ['v'] },
  ],
  ['player response [N23]', ENDPOINTS.player.response, PLAYER_RESPONSE],
  ['heartbeat request [N23]', ENDPOINTS.heartbeat.request, { videoId: 'v', heartbeatToken: 't', sequenceNumber: 1 }],
  [
    'heartbeat response [N23]',
    ENDPOINTS.heartbeat.response,
    { responseContext, status: 'stop', reason: 'why', intervalMs: 1 },
  ],
  [
    'subscription [N6]',
    ENDPOINTS.subscribe.request,
    { channelIds: ['c'], siloName: 's', params: 'p', clientFeature: 'f', botguardResponse: 'b' },
  ],
  [
    'subscription response [N6]',
    ENDPOINTS.subscribe.response,
    { responseContext, channels: [{ channelId: 'c', subscribed: true }] },
  ],
  ['share panel [N7]', ENDPOINTS.sharePanel.request, { serializedSharedEntity: 'e', clientParams: 'p' }],
  ['share panel response [N7]', ENDPOINTS.sharePanel.response, SHARE_PANEL],
  [
    'share panel of the player [N8]',
    ENDPOINTS.webPlayerSharePanel.request,
    { serializedSharedEntity: 'e', includeListId: true },
  ],
  [
    'share panel response of the player [N8]',
    ENDPOINTS.webPlayerSharePanel.response,
    { ...SHARE_PANEL, playlistId: 'l' },
  ],
  [
    'feedback [N9]',
    ENDPOINTS.feedback.request,
    {
      feedbackTokens: ['t'],
      feedbackContext: { cpn: 'n', reason: 'spam' },
      isFeedbackTokenUnencrypted: false,
      shouldMerge: true,
    },
  ],
  [
    'feedback response [N9]',
    ENDPOINTS.feedback.response,
    { responseContext, feedbackResponses: [{ isProcessed: true }] },
  ],
  ['channel preference [N10]', ENDPOINTS.channelPreference.request, { params: 'p', secondaryParams: 'all' }],
  ['channel preference response [N10]', ENDPOINTS.channelPreference.response, { responseContext, params: 'p' }],
  [
    'playlist edit [N11]',
    ENDPOINTS.editPlaylist.request,
    {
      actions: [
        { action: 'ACTION_ADD_VIDEO', addedVideoId: 'v' },
        { action: 'ACTION_REMOVE_VIDEO', removedVideoId: 'v' },
      ],
      params: 'p',
      playlistId: 'l',
    },
  ],
  [
    'playlist edit response [N11]',
    ENDPOINTS.editPlaylist.response,
    { responseContext, status: 'STATUS_SUCCEEDED', playlistId: 'l', videoIds: ['v'] },
  ],
  [
    'log request [N4, N5]',
    LogRequest,
    {
      context: {
        client: {
          clientName: 'WEB',
          clientVersion: '1',
          visitorData: 'v',
          configInfo: { coldConfigHash: 'c', hotConfigHash: 'h' },
        },
      },
      events: [event],
      requestTimeMs: 1,
      serializedClientEventId: 'id',
      credentialTransferTokens: [{ token: 't', scope: 's' }],
      dropped: [{ reason: 'main', count: 1 }],
    },
  ],
  ['log response [N4]', LogResponse, { responseContext, accepted: 1, repeated: 0 }],
  ['data sync ids [N12]', DataSyncIdsResponse, { datasyncIds: ['a'] }],
  ['visitor id [N13]', VisitorIdResponse, { id: 'a', type: 1 }],
  ['error of the provider', ProviderError, { error: { code: 404, status: 'NOT_FOUND', message: 'no' } }],
];

test.each(SHAPES)('the schema of the %s keeps every field', (_name, schema, whole) => {
  expect(schema.parse(whole)).toEqual(whole);
});

test.each(SHAPES)('the schema of the %s refuses a field of another type', (_name, schema, whole) => {
  for (const key of Object.keys(whole)) {
    expect(schema.safeParse({ ...whole, [key]: Symbol('other') }).success, key).toBe(false);
  }
});

test.each(['OK', 'ERROR', 'UNPLAYABLE', 'LOGIN_REQUIRED', 'LIVE_STREAM_OFFLINE', 'BLOCKED'])(
  'the player response accepts the playability status %s [N23]',
  (status) => {
    expect(PlayerResponse.parse({ playabilityStatus: { status } })).toEqual({ playabilityStatus: { status } });
  },
);

test.each([
  ['kind', 'asr', 'spoken'],
  ['kind', 'captions', ''],
] as const)('the %s of a caption track can be %s, not "%s"', (key, known, unknown) => {
  const track = { ...PLAYER_RESPONSE.captions[0], [key]: known };
  expect(PlayerResponse.parse({ ...PLAYER_RESPONSE, captions: [track] }).captions).toEqual([track]);
  const captions = [{ ...track, [key]: unknown }];
  expect(PlayerResponse.safeParse({ ...PLAYER_RESPONSE, captions }).success).toBe(false);
});

test.each([
  ['https://videos.example/watch/1', 'https://videos.example/watch/1'],
  ['HTTP://videos.example', 'HTTP://videos.example'],
  ['/watch/1', '/watch/1'],
  ['javascript:alert(1)', ''],
  ['JAVASCRIPT:alert(1)//https://', ''],
  ['java\nscript:alert(1)', ''],
  ['\u0001javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['watch/1', ''],
])('the author and page address %j in a player response is read as "%s"', (address, read) => {
  const videoDetails = { ...PLAYER_RESPONSE.videoDetails, authorUrl: address, pageUrl: address };
  expect(PlayerResponse.parse({ ...PLAYER_RESPONSE, videoDetails }).videoDetails).toMatchObject({
    authorUrl: read,
    pageUrl: read,
  });
});

test('an unknown reason for dropped events counts as other', () => {
  const parsed = LogRequest.parse({
    context: { client: { clientName: 'WEB', clientVersion: '1' } },
    events: [event],
    dropped: [{ reason: 'unheard of', count: 2 }],
  });
  expect(parsed.dropped).toEqual([{ reason: 'other', count: 2 }]);
});

test('an unknown reason of a report is left out [N9]', () => {
  const feedbackContext = { cpn: 'n', reason: 'unheard of' };
  const parsed = ENDPOINTS.feedback.request.parse({ feedbackTokens: ['t'], feedbackContext });
  expect(parsed.feedbackContext).toEqual({ cpn: 'n' });
});

test('the binding of a bot-detection response has the path of its call and all its channels [N6]', () => {
  expect(botBinding('subscription/subscribe', ['a', 'b'])).toBe('subscription/subscribe?a,b');
});
