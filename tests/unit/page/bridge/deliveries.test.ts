import { expect, test } from 'vitest';
import { HOST_COMMAND_NAMES, HOST_READS } from '../../../../src/page/host-messages/host-messages.ts';
import { PlayerInfo } from '../../../../protocol/host/player-info.ts';
import { settle } from '../../../support/fake-clock.ts';
import { createFakePlayer, VIDEO } from '../../../support/fake-player.ts';
import { startBridge, type BridgeHarness } from '../../../support/bridge-harness.ts';
import { cueOf } from '../../../support/cue.ts';
import { GREETING_REPEAT_MS } from '../../../../src/page/bridge/host-bridge.ts';

const playing = (harness: BridgeHarness, seconds = 0) => ({
  position: { seconds, atMs: harness.clock.monotonicNow(), rate: 1 },
});

/** A bridge whose host has received the initial delivery; the video is cued, plays or is paused. */
function startListening(state: 5 | 1 | 2 = 5): BridgeHarness {
  const harness = startBridge();
  harness.listen();
  if (state !== 5) harness.player.goTo(state, state === 1 ? playing(harness) : {});
  harness.forget();
  return harness;
}

test('a host that greets gets one initial delivery, then onReady, then the caption options [H6]', () => {
  const harness = startBridge();
  harness.forget();
  harness.listen();
  expect(harness.posted.map(({ event }) => event)).toEqual(['initialDelivery', 'onReady', 'apiInfoDelivery']);
  expect(harness.posted.every(({ id, channel }) => id === 1 && channel === 'widget')).toBe(true);
});

test('the initial delivery contains every field for hosts, and every method [C4]', () => {
  const harness = startBridge();
  harness.listen();
  const [info] = harness.infos('initialDelivery') as [Record<string, unknown>];
  expect(PlayerInfo.safeParse(info).success).toBe(true);
  expect(info).toMatchObject({
    playerState: 5,
    currentTime: 0,
    duration: 20.02,
    videoData: { video_id: 'orieldemo01', title: 'Four small worlds', author: 'Oriel' },
    videoUrl: 'https://player.example/embed/orieldemo01?v=orieldemo01',
    volume: 100,
    muted: false,
    playbackRate: 1,
    availablePlaybackRates: [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2],
    videoLoadedFraction: 0,
    playlist: null,
    playlistIndex: -1,
    playlistId: null,
    sphericalProperties: {},
    apiInterface: [...HOST_COMMAND_NAMES, ...HOST_READS],
  });
});

test('an id of any kind is echoed unchanged, and a missing one stays missing [H6]', () => {
  const harness = startBridge();
  harness.forget();
  for (const id of [7, 'player-a', null]) harness.send({ event: 'listening', id });
  harness.send({ event: 'listening' });
  const ready = harness.posted.filter(({ event }) => event === 'onReady');
  expect(ready.map((message) => ('id' in message ? message.id : 'none'))).toEqual([7, 'player-a', null, 'none']);
});

test('a channel is echoed unchanged, and defaults to the usual one [H6]', () => {
  const harness = startBridge();
  harness.forget();
  harness.send({ event: 'listening', id: 1, channel: 'mine' });
  harness.send({ event: 'listening', id: 2 });
  expect(harness.posted.map(({ id, channel }) => [id, channel])).toEqual([
    ...[1, 1, 1].map((id) => [id, 'mine']),
    ...[2, 2, 2].map((id) => [id, 'widget']),
  ]);
});

test('repeated greetings before the player is ready get one response once the player is ready [H6]', () => {
  const player = createFakePlayer();
  const harness = startBridge({ player, queued: [{ event: 'listening', id: 1, channel: 'widget' }] });
  harness.listen();
  harness.listen();
  expect(harness.infos('initialDelivery')).toEqual([]);
  player.becomeReady();
  expect(harness.posted.map(({ event }) => event)).toEqual(['initialDelivery', 'onReady', 'apiInfoDelivery']);
});

test('a script that greets again gets a response, but no second onReady', async () => {
  const harness = startBridge();
  harness.listen();
  await harness.clock.advance(5_000);
  harness.listen();
  expect(harness.infos('onReady')).toHaveLength(1);
  expect(harness.infos('alreadyInitialized')).toHaveLength(1);
});

test.each([
  ['without an id', {}],
  ['on another channel', { id: 1, channel: 'mine' }],
])('a raw host %s that greets again later gets another initial delivery', async (_, address) => {
  const harness = startBridge();
  harness.send({ event: 'listening', ...address });
  harness.send({ event: 'listening', ...address });
  expect(harness.infos('onReady')).toHaveLength(1);
  await harness.clock.advance(GREETING_REPEAT_MS);
  harness.send({ event: 'listening', ...address });
  expect(harness.infos('initialDelivery')).toHaveLength(2);
});

test('without listeners the bridge neither subscribes to the player nor runs a timer [H6]', async () => {
  const harness = startBridge();
  harness.command('playVideo');
  harness.player.goTo(1, playing(harness));
  harness.command('loadVideoById', ['orieldemo01']);
  await harness.clock.advance(1_000);
  expect(harness.player.subscriberCount()).toBe(0);
  expect(harness.clock.pendingCount()).toBe(0);
  expect(harness.infos('infoDelivery')).toEqual([]);
});

// amp-youtube ignores the time of a delivery that also contains the state or the volume.
test('steady playback sends four partial deliveries a second: times only [H6]', async () => {
  const harness = startListening(1);
  await harness.clock.advance(10_000);
  const patches = harness.infos('infoDelivery') as Record<string, unknown>[];
  expect(patches).toHaveLength(40);
  expect(harness.posted).toHaveLength(40);
  expect(Object.keys(patches[0] ?? {}).sort()).toEqual([
    'currentTime',
    'currentTimeLastUpdated_',
    'mediaReferenceTime',
    'playbackRate',
    'progressState',
    'videoBytesLoaded',
    'videoLoadedFraction',
  ]);
  expect(patches.map((patch) => patch['currentTime']).slice(0, 3)).toEqual([0.25, 0.5, 0.75]);
  expect(patches[3]).toMatchObject({
    currentTimeLastUpdated_: harness.clock.now() / 1_000 - 9,
    progressState: { current: 1, duration: 20.02 },
  });
});

test('growing buffers and corrected positions add no deliveries while the video plays [H6]', async () => {
  const harness = startListening(1);
  for (let tick = 1; tick <= 20; tick += 1) {
    await harness.clock.advance(100);
    harness.player.set({
      bufferedRanges: [[0, tick]],
      durationSeconds: 20 + tick / 100,
      ...playing(harness, tick / 10),
    });
  }
  expect(harness.infos('infoDelivery').length).toBeLessThanOrEqual(8);
});

test('nothing is sent while the video is paused and nothing changes [H6]', async () => {
  const harness = startBridge();
  harness.listen();
  harness.player.goTo(1, playing(harness));
  harness.player.goTo(2, { position: { seconds: 1, atMs: 0, rate: 0 } });
  await settle();
  harness.forget();
  await harness.clock.advance(60_000);
  expect(harness.posted).toEqual([]);
  expect(harness.clock.pendingCount()).toBe(0);
});

test('each state is delivered, with the fields that change with it, before its onStateChange event [H6]', () => {
  const harness = startBridge();
  harness.listen();
  harness.subscribe('onStateChange');
  harness.forget();
  harness.player.goTo(-1);
  harness.player.goTo(3);
  harness.player.goTo(1);
  expect(
    harness.posted.map(({ event, info }) => [event, (info as { playerState?: number }).playerState ?? info]),
  ).toEqual([
    ['infoDelivery', -1],
    ['onStateChange', -1],
    ['infoDelivery', 3],
    ['onStateChange', 3],
    ['infoDelivery', 1],
    ['onStateChange', 1],
  ]);
  expect(harness.infos('infoDelivery')[0]).toMatchObject({ duration: 20.02, videoData: { title: VIDEO.title } });
  expect(harness.infos('infoDelivery')[0]).not.toHaveProperty('muted');
});

test('a change of the volume or of mute delivers exactly muted and volume [H6]', async () => {
  const harness = startBridge();
  harness.listen();
  harness.subscribe('onVolumeChange');
  harness.forget();
  harness.player.set({ volume: 40 });
  await settle();
  harness.player.set({ muted: true });
  harness.player.emit('onVolumeChange', { volume: 40, muted: true });
  expect(harness.posted.map(({ event, info }) => [event, info])).toEqual([
    ['infoDelivery', { muted: false, volume: 40 }],
    ['infoDelivery', { muted: true, volume: 40 }],
    ['onVolumeChange', { volume: 40, muted: true }],
  ]);
});

test.each<[string, object, object]>([
  ['speed', { playbackRate: 1.5 }, { playbackRate: 1.5 }],
  ['quality', { quality: 'hd720' }, { playbackQuality: 'hd720', availableQualityLevels: [], hasSoundAlone: false }],
  [
    'qualities',
    { qualities: ['hd720', 'audio', 'auto'] },
    { playbackQuality: 'unknown', availableQualityLevels: ['hd720', 'auto'], hasSoundAlone: true },
  ],
  [
    'data saver',
    { dataSaver: { choice: 'on', isOn: true, maxQuality: { host: 'auto', viewer: 'auto' } } },
    { dataSaver: true },
  ],
  ['view', { spherical: { yaw: 3 } }, { sphericalProperties: { yaw: 3 } }],
  [
    'list',
    { playlist: { videoIds: ['a', 'b'], index: 1, listId: 'PLx', shuffled: false } },
    { playlist: ['a', 'b'], playlistIndex: 1, playlistId: 'PLx' },
  ],
])('only the changed fields are delivered after a change of the %s [H6]', async (_, change, expected) => {
  const harness = startListening();
  harness.player.set(change);
  await settle();
  expect(harness.infos('infoDelivery')).toEqual([expected]);
  await harness.clock.advance(1_000);
  expect(harness.posted).toHaveLength(1);
});

test('several changes of one task make one delivery [H6]', async () => {
  const harness = startListening();
  harness.player.set({ video: { ...VIDEO, title: 'Another' } });
  harness.player.set({ durationSeconds: 9 });
  harness.player.set({ quality: 'small' });
  await settle();
  expect(harness.infos('infoDelivery')).toMatchObject([
    { duration: 9, videoData: { title: 'Another' }, playbackQuality: 'small' },
  ]);
});

test('the captions on screen are not sent to hosts [H6]', async () => {
  const harness = startListening();
  harness.player.set({ captions: { ...harness.player.getSnapshot().captions, cues: [cueOf()] } });
  await settle();
  expect(harness.posted).toEqual([]);
});

test('a listener for progress gets each delivered time, during playback and after a seek', async () => {
  const harness = startBridge();
  harness.listen();
  harness.subscribe('onVideoProgress');
  harness.player.goTo(1, playing(harness, 3));
  harness.forget();
  await harness.clock.advance(1_000);
  expect(harness.infos('onVideoProgress')).toEqual([3.25, 3.5, 3.75, 4]);
  harness.player.goTo(2, { position: { seconds: 4, atMs: 0, rate: 0 } });
  harness.forget();
  harness.player.set({ seeking: true, position: { seconds: 12, atMs: 0, rate: 0 } });
  await harness.clock.advance(1_000);
  expect(harness.infos('onVideoProgress')).toEqual([12]);
});

test('a buffer that grows while the video is paused is sent at most four times a second', async () => {
  const harness = startListening(2);
  for (let tick = 1; tick <= 10; tick += 1) {
    harness.player.set({ bufferedRanges: [[0, tick]] });
    await harness.clock.advance(50);
  }
  await harness.clock.advance(1_000);
  const patches = harness.infos('infoDelivery');
  expect(patches.length).toBeGreaterThanOrEqual(2);
  expect(patches.length).toBeLessThanOrEqual(3);
  expect(patches.at(-1)).toMatchObject({ progressState: { loaded: 10 } });
});

test('a buffer that grows while the video is paused is sent 250 ms after the last delivery of a time', async () => {
  const harness = startListening(2);
  await harness.clock.advance(200);
  harness.player.set({ bufferedRanges: [[0, 4]] });
  await harness.clock.advance(49);
  expect(harness.posted).toEqual([]);
  await harness.clock.advance(1);
  expect(harness.infos('infoDelivery')).toMatchObject([{ progressState: { loaded: 4 } }]);
});

test('a duration that grows during playback is sent once, with the next delivered time', async () => {
  const harness = startListening(1);
  harness.player.set({ durationSeconds: 24 });
  await harness.clock.advance(500);
  const [first, second] = harness.infos('infoDelivery');
  expect(first).toMatchObject({ currentTime: 0.25, duration: 24 });
  expect(second).not.toHaveProperty('duration');
});

test.each([
  ['the tracks', { tracks: [] }],
  ['the active track', { active: 0 }],
  ['the module', { moduleLoaded: true }],
  ['the font size', { fontSize: 2 }],
])('the caption options are delivered once after a change of %s [C4]', async (_, change) => {
  const harness = startListening();
  harness.player.set({ captions: { ...harness.player.getSnapshot().captions, ...change } });
  await settle();
  expect(harness.posted.map(({ event }) => event)).toEqual(['apiInfoDelivery']);
});

test.each(['loadVideoById', 'cueVideoById', 'loadVideoByUrl', 'cueVideoByUrl', 'loadPlaylist', 'cuePlaylist'])(
  'after %s every field is delivered [H6]',
  (name) => {
    const harness = startBridge();
    harness.listen();
    harness.forget();
    harness.command(name, [{ videoId: 'orieldemo01', mediaContentUrl: '/v/orieldemo01', list: 'PLx' }]);
    const [info] = harness.infos('infoDelivery');
    expect(PlayerInfo.safeParse(info).success).toBe(true);
    harness.command('loadModule', ['captions']);
    expect(harness.infos('infoDelivery')).toHaveLength(1);
  },
);

test.each<[string, object, object]>([
  ['a corrected position', { position: { seconds: 4, atMs: 0, rate: 0 } }, { currentTime: 4 }],
  ['a duration that becomes known', { durationSeconds: 24 }, { duration: 24, currentTime: 0 }],
  [
    'an error',
    { error: { code: 'fmt.decode', title: '', advice: '', retryable: true } },
    { videoData: { errorCode: 'fmt.decode' }, currentTime: 0 },
  ],
])('%s is sent at once while the video is cued [H6]', async (_, change, expected) => {
  const harness = startListening();
  harness.player.set(change);
  await settle();
  expect(harness.infos('infoDelivery')).toMatchObject([expected]);
});

test('a host that greets during playback gets the time at once and then four times a second [H6]', async () => {
  const harness = startBridge();
  harness.player.goTo(1, playing(harness));
  harness.listen();
  await harness.clock.advance(500);
  const times = (harness.infos('infoDelivery') as { currentTime: number }[]).map(({ currentTime }) => currentTime);
  expect(times).toEqual([0, 0.25, 0.5]);
});

test('the bridge subscribes to the player once, however many hosts listen [H6]', () => {
  const harness = startBridge();
  harness.listen(1);
  harness.listen(2);
  expect(harness.player.subscriberCount()).toBe(1);
});

test('an event goes to its subscribers until they unsubscribe [H1]', () => {
  const harness = startBridge();
  harness.listen();
  harness.player.emit('onPlaybackQualityChange', 'small');
  expect(harness.infos('onPlaybackQualityChange')).toEqual([]);
  harness.subscribe('onPlaybackQualityChange', 'onPlaybackQualityChange', 'onNothingWeKnow');
  harness.player.emit('onPlaybackQualityChange', 'large');
  expect(harness.infos('onPlaybackQualityChange')).toEqual(['large']);
  harness.command('removeEventListener', ['onPlaybackQualityChange']);
  harness.player.emit('onPlaybackQualityChange', 'hd720');
  expect(harness.infos('onPlaybackQualityChange')).toEqual(['large']);
  expect(harness.player.executed).toEqual([]);
});

test('several host objects on one frame are distinguished by id: each has its own onReady and its own subscriptions [H6]', () => {
  const harness = startBridge();
  harness.listen(1);
  harness.listen(2);
  harness.command('addEventListener', ['onStateChange'], { id: 2 });
  harness.player.goTo(3);
  expect(harness.posted.filter(({ event }) => event === 'onReady').map(({ id }) => id)).toEqual([1, 2]);
  expect(harness.posted.filter(({ event }) => event === 'onStateChange').map(({ id }) => id)).toEqual([2]);
  expect(harness.posted.filter(({ event }) => event === 'infoDelivery').map(({ id }) => id)).toEqual([1, 2]);
});
