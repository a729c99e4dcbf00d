import { ENDPOINTS, type EndpointResponse } from '../../../protocol/provider/endpoints.ts';
import { expect, test } from 'vitest';
import { HeartbeatResponse } from '../../../protocol/provider/player-calls.ts';
import { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import type { Catalog, Video } from '../../../src/provider/catalog/catalog.ts';
import { newViewer } from './support/bot-response.ts';
import { openTestProvider, type TestProvider } from './support/test-provider.ts';
import { HEARTBEAT_MISSED_INTERVALS_MAX } from '../../../src/provider/calls/player/heartbeat-call.ts';
import { unversioned } from './support/unversioned.ts';

test('the player call returns playability, streams, details, captions, chapters and storyboard [N23]', async () => {
  const provider = await openTestProvider();
  const response = PlayerResponse.parse(unversioned((await provider.call('player', { videoId: 'orieldemo01' })).json));
  expect(response.playabilityStatus).toEqual({ status: 'OK' });
  expect(response.streamingData).toMatchObject({ hlsManifestUrl: '/media/demo/master.m3u8', isLive: false });
  expect(response.videoDetails).toMatchObject({
    videoId: 'orieldemo01',
    title: 'Four small worlds',
    lengthSeconds: 28,
  });
  expect(response.captions?.map((track) => track.languageCode)).toEqual(['en', 'es']);
  expect(response.chapters).toHaveLength(4);
  expect(response.chapters?.[1]).toEqual({ title: 'Game of life', startSeconds: 7 });
  expect(response.storyboard).toEqual({
    url: '/media/demo/storyboard.jpg',
    tileWidth: 160,
    tileHeight: 90,
    columns: 5,
    rows: 3,
    tileCount: 14,
    intervalSeconds: 2,
  });
});

const LINKS = { author: 'Oriel', authorUrl: '/', authorPicture: '/media/demo/author.svg', pageUrl: '/' };

test('the player response has the author, the page and the suggestions of the video in the order of its description [N23]', async () => {
  const provider = await openTestProvider();
  const { videoDetails, related } = PlayerResponse.parse(
    unversioned((await provider.call('player', { videoId: 'orieldemo01' })).json),
  );
  expect(videoDetails).toMatchObject({ ...LINKS, channelId: 'oriel-demo-channel' });
  expect(related).toEqual([
    suggested('orielsphere', 'A plain under one sun, all around', 10, '/media/sphere/poster.jpg'),
    suggested('orielmp4001', 'Four small worlds, one file', 28, '/media/demo/poster.jpg'),
    suggested('oriellive01', 'Four small worlds, live without end', 0, '/media/demo/poster.jpg'),
  ]);
});

function suggested(videoId: string, title: string, lengthSeconds: number, posterUrl: string) {
  return { videoId, title, lengthSeconds, posterUrl, author: 'Oriel', channelId: 'oriel-demo-channel' };
}

test('a video without links has its author’s name, but no addresses and no suggestions [N23]', async () => {
  const provider = await openTestProvider();
  const response = PlayerResponse.parse((await provider.call('player', { videoId: 'orielmp4001' })).json);
  expect(response.videoDetails?.author).toBe('Oriel');
  for (const name of ['authorUrl', 'authorPicture', 'pageUrl']) expect(response.videoDetails).not.toHaveProperty(name);
  expect(response).not.toHaveProperty('related');
});

test('a video without author and channel plays and is in oEmbed, and calls that need a channel fail [N6, N10, N23]', async () => {
  const { catalog } = await openTestProvider();
  const video = catalog.videos.get('orielmp4001') as Video;
  const videos = new Map(catalog.videos).set(video.id, { ...video, author: { name: '' }, channelId: '' });
  const provider = await openTestProvider({ catalog: { ...catalog, videos } });
  const response = PlayerResponse.parse((await provider.call('player', { videoId: 'orielmp4001' })).json);
  expect(response.playabilityStatus).toEqual({ status: 'OK' });
  expect(response.videoDetails).toMatchObject({ author: '', channelId: '' });
  expect(response).not.toHaveProperty('attestation');
  const viewer = { visitorData: (await newViewer(provider)).visitorData };
  const subscription = { channelIds: [''], botguardResponse: 'x' };
  expect((await provider.call('subscription/subscribe', subscription, viewer)).status).toBe(404);
  const preference = { params: response.videoDetails?.serializedSharedEntity, secondaryParams: 'none' };
  expect((await provider.call('notification/modify_channel_preference', preference, viewer)).status).toBe(400);
  const uploads = { playlistId: '', listType: 'user_uploads' };
  expect(PlayerResponse.parse((await provider.call('player', uploads)).json)).not.toHaveProperty('playlist');
  const oEmbed = await (await provider.get('/oembed?url=/embed/orielmp4001')).json();
  expect(oEmbed).toMatchObject({ title: 'Four small worlds, one file' });
  expect(oEmbed).not.toHaveProperty('author_name');
});

test('a blocked video has its title, posters, author and page address, so that viewers can open that page [N23]', async () => {
  const provider = await openTestProvider();
  const response = PlayerResponse.parse(unversioned((await provider.call('player', { videoId: 'orielblockd' })).json));
  expect(response.playabilityStatus.status).toBe('BLOCKED');
  expect(response.videoDetails).toMatchObject({ title: 'Not for every site', ...LINKS });
  expect(response.videoDetails?.posters).toHaveLength(2);
  expect(response.streamingData).toBeUndefined();
});

test('a host that is not allowed gets the page address of the video, and only suggestions that it may show [N23]', async () => {
  const { catalog } = await openTestProvider();
  const changes: Record<string, Partial<Video>> = {
    orieldemo01: { allowedHosts: ['news.example'] },
    orielsphere: { allowedHosts: ['news.example'] },
    oriellive01: { refusal: { status: 'BLOCKED', reason: 'No' } },
  };
  const videos = new Map([...catalog.videos].map(([id, video]) => [id, { ...video, ...changes[id] }]));
  const provider = await openTestProvider({ catalog: { ...catalog, videos } });
  const from = async (originalUrl: string) =>
    PlayerResponse.parse(
      unversioned((await provider.call('player', { videoId: 'orieldemo01' }, { originalUrl })).json),
    );
  const refused = await from('https://thief.example');
  const playabilityStatus = { status: 'BLOCKED', errorCode: 'embedder.denied' };
  expect(refused).toMatchObject({ playabilityStatus, videoDetails: LINKS });
  expect(refused.streamingData).toBeUndefined();
  expect(refused.related?.map(({ videoId }) => videoId)).toEqual(['orielmp4001']);
  const allowed = await from('https://news.example');
  expect(allowed.related?.map(({ videoId }) => videoId)).toEqual(['orielsphere', 'orielmp4001']);
});

test('a suggestion that is missing in the catalog is left out, and without suggestions the field is absent [N23]', async () => {
  const { catalog } = await openTestProvider();
  const provider = await openTestProvider({ catalog: withVideo(catalog, { related: ['nosuchvideo'] }) });
  const response = PlayerResponse.parse((await provider.call('player', { videoId: 'orieldemo01' })).json);
  expect(response.playabilityStatus.status).toBe('OK');
  expect(response).not.toHaveProperty('related');
});

test('every address in the player response exists [N23]', async () => {
  const provider = await openTestProvider();
  for (const videoId of provider.catalog.videos.keys()) {
    const response = PlayerResponse.parse((await provider.call('player', { videoId })).json);
    const addresses = [
      response.streamingData?.hlsManifestUrl,
      ...(response.streamingData?.progressive ?? []).map(({ url }) => url),
      ...(response.videoDetails?.posters ?? []).map(({ url }) => url),
      ...(response.captions ?? []).map(({ url }) => url),
      response.storyboard?.url,
      response.videoDetails?.authorUrl,
      response.videoDetails?.authorPicture,
      response.videoDetails?.pageUrl,
      ...(response.related ?? []).map(({ posterUrl }) => posterUrl),
      response.attestation?.scriptUrl,
    ];
    for (const address of addresses.filter((one) => one !== undefined))
      expect([address, (await provider.get(address)).status]).toEqual([address, 200]);
  }
});

test.each([
  [{ videoId: 'nosuchvideo' }, 'video.notfound'],
  [{ videoId: 'no id at all' }, 'api.invalidparam'],
  [{ playlistId: 'PLnobody' }, 'video.notfound'],
  [{}, 'video.notfound'],
])('a player call with %o gets 200 and an error code for the page to show [N23]', async (fields, errorCode) => {
  const provider = await openTestProvider();
  const { status, json } = await provider.call('player', fields);
  expect(status).toBe(200);
  expect(PlayerResponse.parse(json).playabilityStatus).toMatchObject({ status: 'ERROR', errorCode });
});

function withVideo(catalog: Catalog, change: Partial<Video>): Catalog {
  const demo = catalog.videos.get('orieldemo01');
  if (demo === undefined) throw new Error('the catalog has no demo');
  const video = { ...demo, ...change };
  return { ...catalog, videos: new Map([[video.id, video]]) };
}

async function watch(provider: TestProvider): Promise<string> {
  const response = PlayerResponse.parse((await provider.call('player', { videoId: 'orieldemo01' })).json);
  return response.heartbeat?.token ?? 'no heartbeat';
}

async function beat(provider: TestProvider, heartbeatToken: string, sequenceNumber = 0): Promise<unknown> {
  const { json } = await provider.call('player/heartbeat', { videoId: 'orieldemo01', heartbeatToken, sequenceNumber });
  return HeartbeatResponse.parse(json).status;
}

test('heartbeats stop the oldest viewer when too many watch at once [N23]', async () => {
  const { catalog } = await openTestProvider();
  const provider = await openTestProvider({
    catalog: withVideo(catalog, { heartbeat: { intervalMs: 10_000, concurrentViewersMax: 2 } }),
  });
  const viewers: string[] = [];
  for (let count = 0; count < 3; count++) {
    viewers.push(await watch(provider));
    await provider.clock.advance(1_000);
  }
  const [first = '', second = '', third = ''] = viewers;
  expect([await beat(provider, first), await beat(provider, second)]).toEqual(['ok', 'ok']);
  expect(await beat(provider, third)).toBe('ok');
  expect([await beat(provider, first, 1), await beat(provider, second, 1)]).toEqual(['stop', 'ok']);
});

test('a viewer without heartbeats for several intervals makes room for another viewer [N23]', async () => {
  const { catalog } = await openTestProvider();
  const provider = await openTestProvider({
    catalog: withVideo(catalog, { heartbeat: { intervalMs: 10_000, concurrentViewersMax: 1 } }),
  });
  const first = await watch(provider);
  await provider.clock.advance(1_000);
  const second = await watch(provider);
  await beat(provider, second);
  expect(await beat(provider, first)).toBe('stop');
  await provider.clock.advance(10_000 * HEARTBEAT_MISSED_INTERVALS_MAX + 1);
  expect(await beat(provider, first, 1)).toBe('ok');
});

test('a video with short heartbeat intervals ends no sessions of a video with long intervals [N23]', async () => {
  const { catalog } = await openTestProvider();
  const long = withVideo(catalog, { heartbeat: { intervalMs: 60_000, concurrentViewersMax: 1 } });
  const short = withVideo(catalog, { id: 'orielsphere', heartbeat: { intervalMs: 1_000 } });
  const provider = await openTestProvider({
    catalog: { ...long, videos: new Map([...long.videos, ...short.videos]) },
  });
  const first = await watch(provider);
  await provider.clock.advance(1);
  const second = await watch(provider);
  expect(await beat(provider, second)).toBe('ok');
  await provider.clock.advance(30_000);
  const { json } = await provider.call('player', { videoId: 'orielsphere' });
  const { token } = (json as { heartbeat: { token: string } }).heartbeat;
  const fields = { videoId: 'orielsphere', heartbeatToken: token, sequenceNumber: 0 };
  expect((await provider.call('player/heartbeat', fields)).status).toBe(200);
  expect(await beat(provider, first)).toBe('stop');
});

test('an unused heartbeat token expires after a day, and a token in use stays valid for days [N23]', async () => {
  const { catalog } = await openTestProvider();
  const intervalMs = 3_600_000;
  const provider = await openTestProvider({ catalog: withVideo(catalog, { heartbeat: { intervalMs } }) });
  const [used, unused] = [await watch(provider), await watch(provider)];
  for (let hours = 0; hours < 50; hours++) {
    expect(await beat(provider, used, hours)).toBe('ok');
    provider.clock.jumpWallClock(intervalMs);
  }
  const statusOf = async (token: string): Promise<number> => {
    const fields = { videoId: 'orieldemo01', heartbeatToken: token, sequenceNumber: 99 };
    return (await provider.call('player/heartbeat', fields)).status;
  };
  expect(await statusOf(unused)).toBe(403);
  expect(await statusOf(used)).toBe(200);
  provider.clock.jumpWallClock(intervalMs * HEARTBEAT_MISSED_INTERVALS_MAX + 1);
  expect(await statusOf(used)).toBe(403);
});

test('a heartbeat with the token of another video, or with an invalid token, is refused [N23]', async () => {
  const provider = await openTestProvider();
  const live = PlayerResponse.parse((await provider.call('player', { videoId: 'oriellive01' })).json);
  const heartbeatToken = live.heartbeat?.token;
  const send = (fields: object): ReturnType<typeof provider.call> =>
    provider.call('player/heartbeat', { sequenceNumber: 0, ...fields });
  expect((await send({ videoId: 'oriellive01', heartbeatToken })).status).toBe(200);
  expect((await send({ videoId: 'orieldemo01', heartbeatToken })).status).toBe(403);
  expect((await send({ videoId: 'oriellive01', heartbeatToken: 'x.y' })).status).toBe(403);
});

test('a video restricted to an area requests the viewer’s location and plays only inside the area', async () => {
  const { catalog } = await openTestProvider();
  const area = { latitude: 47.37, longitude: 8.54, radiusKilometres: 50 };
  const provider = await openTestProvider({ catalog: withVideo(catalog, { location: { area } }) });
  const ask = async (locationInfo?: object): Promise<EndpointResponse<'player'>> =>
    ENDPOINTS.player.response.parse((await provider.call('player', { videoId: 'orieldemo01' }, { locationInfo })).json);

  expect(await ask()).toMatchObject({ locationRequired: true, playabilityStatus: { errorCode: 'location.needed' } });
  expect(await ask({ locationInfoStatus: 'denied' })).toMatchObject({ locationRequired: true });
  expect(await ask({ locationInfoStatus: 'granted', latitude: 46.95, longitude: 7.45 })).toMatchObject({
    locationRequired: false,
    playabilityStatus: { status: 'UNPLAYABLE', errorCode: 'location.outside' },
  });
  const there = await ask({ locationInfoStatus: 'granted', latitude: 47.5, longitude: 8.7 });
  expect(there.playabilityStatus.status).toBe('OK');
  const locationPlayabilityToken = there.responseContext?.locationPlayabilityToken;
  const later = await ask({ locationInfoStatus: 'unknown', locationPlayabilityToken });
  expect(later.playabilityStatus.status).toBe('OK');
});
