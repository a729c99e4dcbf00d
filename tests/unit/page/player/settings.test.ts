import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { fail, succeed } from '../../../../protocol/runtime/outcome.ts';
import type { PlayerResponse } from '../../../../protocol/provider/player-response.ts';
import { AHEAD } from '../../../../protocol/media/spherical.ts';
import { USUAL_ENGINE } from '../../../support/fake-engine.ts';
import { createPlayer, createPlaying, type PlayerHarness } from '../../../support/player-harness.ts';
import { videoResponse, VIDEO_ID } from '../../../support/video-response.ts';

const AUDIO = {
  audioTracks: [
    { id: 'a', name: 'English', languageCode: 'en' },
    { id: 'b', name: 'Deutsch', languageCode: 'de' },
  ],
  audioTrack: 'a',
};
const settingsTold = (calls: readonly string[]): string[] => calls.filter((call) => /^(quality|audio)/.test(call));

test('a chosen available quality is passed to the engine once', async () => {
  const { run, clock, engine, player } = await createPlaying();
  run('setPlaybackQuality', ['small']);
  run('setPlaybackQuality', ['small']);
  await clock.advance(2_000);
  expect(settingsTold(engine.calls)).toEqual(['quality small']);
  expect(player.getSnapshot().qualityChoice).toBe('small');
});

const OFFER = { qualities: ['hd720', 'small', 'auto'], bytesPerHour: { small: 70_000_000 } } as const;
const offering = (): PlayerResponse =>
  videoResponse(VIDEO_ID, {
    streams: {
      hlsManifestUrl: '/film.m3u8',
      progressive: [],
      isLive: false,
      ...OFFER,
      qualities: [...OFFER.qualities],
    },
  });

test('a cued video offers the qualities of the provider’s response, and plays with the chosen quality', async () => {
  const harness = createPlayer();
  harness.respond = () => succeed(offering());
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(1_000);
  expect(harness.player.getSnapshot()).toMatchObject({
    qualities: OFFER.qualities,
    dataUse: { bytesPerHour: OFFER.bytesPerHour, loadedBytes: 0 },
  });
  harness.run('setPlaybackQuality', ['small']);
  harness.run('playVideo', [], 'viewer');
  await harness.clock.advance(1_000);
  expect(harness.engine.loads[0]?.quality).toBe('small');
});

test('qualities of the engine replace those of the response, and another video has its own qualities', async () => {
  const harness = createPlayer();
  harness.respond = () => succeed(offering());
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(1_000);
  const read = { qualities: ['small', 'auto'] as const, dataUse: { bytesPerHour: {}, loadedBytes: 6 } };
  harness.engine.tell(read);
  expect(harness.player.getSnapshot()).toMatchObject(read);
  harness.respond = () => succeed(videoResponse('bbbbbbbbbbb'));
  harness.run('cueVideoById', { videoId: 'bbbbbbbbbbb' });
  await harness.clock.advance(1_000);
  expect(harness.player.getSnapshot()).toMatchObject({ qualities: [], dataUse: { loadedBytes: 0 } });
});

test.each(['hd2160', 'nonsense', ''])('choosing the unavailable quality %j sets the automatic choice', async (name) => {
  const { run, engine, player } = await createPlaying();
  run('setPlaybackQuality', ['small']);
  run('setPlaybackQuality', [name]);
  expect(settingsTold(engine.calls)).toEqual(['quality small', 'quality auto']);
  expect(player.getSnapshot().qualityChoice).toBe('auto');
});

test('choosing a range of qualities sets the largest quality of the range', async () => {
  const { run, player } = await createPlaying();
  run('setPlaybackQualityRange', ['small', 'hd720']);
  expect(player.getSnapshot().qualityChoice).toBe('hd720');
  run('setPlaybackQualityRange', ['small']);
  expect(player.getSnapshot().qualityChoice).toBe('small');
});

test('a choice of a quality that was made before the present choice is ignored', async () => {
  const { run, player, engine } = await createPlaying();
  run('setPlaybackQuality', ['small']);
  run('setPlaybackQuality', ['hd720'], 'viewer', 10);
  expect([player.getSnapshot().qualityChoice, settingsTold(engine.calls)]).toEqual(['small', ['quality small']]);
});

test('quality and audio track chosen offline are passed to the engine once the network returns, so that it keeps its buffer', async () => {
  const harness = await createPlaying();
  const { run, clock, engine, player } = harness;
  engine.tell(AUDIO);
  harness.isOnline = false;
  run('setPlaybackQuality', ['small']);
  run('setOption', ['audio', 'track', 'b']);
  await clock.advance(5_000);
  expect([settingsTold(engine.calls), player.getSnapshot().qualityChoice]).toEqual([[], 'small']);
  harness.isOnline = true;
  await clock.advance(2_000);
  expect(settingsTold(engine.calls)).toEqual(['quality small', 'audio b']);
});

test('a quality chosen offline is passed to the engine when the network returns, also for a paused video', async () => {
  const harness = await createPlaying();
  const { run, clock, engine } = harness;
  run('pauseVideo', [], 'viewer');
  await clock.advance(1_000);
  harness.isOnline = false;
  run('setPlaybackQuality', ['small']);
  expect(settingsTold(engine.calls)).toEqual([]);
  harness.isOnline = true;
  expect(settingsTold(engine.calls)).toEqual(['quality small']);
});

test('a quality chosen after the end is passed to the engine when the video is replayed', async () => {
  const { run, clock, engine, element, player } = await createPlaying();
  run('seekTo', [27.5, true], 'viewer');
  await clock.advance(2_000);
  expect([player.getSnapshot().state, element.ended]).toEqual([PLAYER_STATE.ended, true]);
  run('setPlaybackQuality', ['small']);
  await clock.advance(2_000);
  expect(settingsTold(engine.calls)).toEqual([]);
  run('playVideo', [], 'viewer');
  await clock.advance(1_000);
  expect(settingsTold(engine.calls)).toEqual(['quality small']);
  expect(element.currentTime).toBeLessThan(2);
});

test('a change of the picture’s quality is reported once, and a change to “unknown” is not reported', async () => {
  const { engine, events, player } = await createPlaying();
  engine.tell({ quality: 'hd720' });
  expect(events).toHaveLength(1);
  engine.tell({ quality: 'hd720' });
  engine.tell({ quality: 'unknown' });
  expect(events).toEqual([{ name: 'onPlaybackQualityChange', data: 'hd720' }]);
  expect(player.getSnapshot().quality).toBe('unknown');
});

test('lists of qualities and audio tracks keep their identity while equal', async () => {
  const { engine, player } = await createPlaying();
  const state = { ...AUDIO, qualities: ['hd720', 'auto'] as const };
  engine.tell(state);
  const before = player.getSnapshot();
  engine.tell(structuredClone(state));
  expect(player.getSnapshot()).toBe(before);
  engine.tell({ ...AUDIO, audioTrack: 'b', qualities: ['small', 'auto'] });
  expect(player.getSnapshot()).toMatchObject({ audio: { active: 'b' }, qualities: ['small', 'auto'] });
});

test('a chosen audio track and quality are passed to the engine, and again after its worker has died', async () => {
  const { run, clock, engine } = await createPlaying();
  engine.tell(AUDIO);
  run('setOption', ['audio', 'track', 'b']);
  run('setPlaybackQuality', ['small']);
  await clock.advance(1_000);
  expect(settingsTold(engine.calls)).toEqual(['audio b', 'quality small']);
  engine.calls.length = 0;
  void engine.die();
  await clock.advance(1_000);
  expect(settingsTold(engine.calls).slice(0, 2)).toEqual(['quality small', 'audio b']);
});

const OTHER_TRACKS = [{ id: 'c', name: 'Español', languageCode: 'es' }, ...AUDIO.audioTracks.slice(1)];

test.each([
  [
    'again, until it is active, once the engine lists its tracks',
    [{ audioTracks: [], audioTrack: '' }, AUDIO, AUDIO],
    2,
  ],
  [
    'again if the engine has other tracks and another active track',
    [{ audioTracks: OTHER_TRACKS, audioTrack: 'c' }],
    1,
  ],
  ['not again if it is already active', [{ audioTracks: AUDIO.audioTracks.toReversed(), audioTrack: 'b' }], 0],
])('the chosen audio track is passed to the engine %s', async (_, states, times) => {
  const { run, engine } = await createPlaying();
  engine.tell(AUDIO);
  run('setOption', ['audio', 'track', 'b']);
  engine.calls.length = 0;
  for (const state of states) engine.tell(state);
  expect(settingsTold(engine.calls)).toEqual(Array.from({ length: times }, () => 'audio b'));
});

test.each<[string, (harness: PlayerHarness) => void]>([
  ['after a refused worker', ({ engine }) => engine.refuseWorker('gone')],
  [
    'at another attempt',
    ({ engine, player }) => {
      engine.giveUp();
      player.retry();
    },
  ],
])('a chosen quality is passed to the engine that follows %s', async (_, replace) => {
  const harness = await createPlaying();
  harness.run('setPlaybackQuality', ['small']);
  harness.engine.calls.length = 0;
  replace(harness);
  await harness.clock.advance(1_000);
  expect(settingsTold(harness.engine.calls)).toEqual(['quality small']);
});

test('an audio track of one video is not chosen for the next', async () => {
  const harness = await createPlaying();
  harness.engine.tell(AUDIO);
  harness.run('setOption', ['audio', 'track', 'b']);
  harness.run('loadVideoById', { videoId: 'bbbbbbbbbbb' });
  await harness.clock.advance(1_000);
  expect(settingsTold(harness.engine.calls)).toEqual([]);
  expect(harness.player.getSnapshot().audio.active).toBe('');
});

test('a 360° video starts looking ahead, and turns as requested', async () => {
  const harness = createPlayer();
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { details: { isSpherical: true } }));
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(harness.player.getSnapshot()).toMatchObject({ spherical: AHEAD, orientationSensor: null });
  harness.run('setSphericalProperties', [{ yaw: 90 }]);
  expect(harness.player.getSnapshot()).toMatchObject({ spherical: { ...AHEAD, yaw: 90 }, orientationSensor: null });
  harness.run('setSphericalProperties', [{ pitch: 10, enableOrientationSensor: false }]);
  harness.run('setSphericalProperties', [{ roll: 5 }]);
  expect(harness.player.getSnapshot()).toMatchObject({
    spherical: { ...AHEAD, yaw: 90, pitch: 10, roll: 5 },
    orientationSensor: false,
  });
  harness.player.settings.refuseSpherical();
  expect(harness.player.getSnapshot().spherical).toEqual({});
  harness.run('setSphericalProperties', [{ yaw: 10 }]);
  expect(harness.player.getSnapshot().spherical).toEqual({});
});

test('setSphericalProperties has no effect on a flat video', async () => {
  const { run, player } = await createPlaying();
  run('setSphericalProperties', [{ yaw: 90, enableOrientationSensor: true }]);
  expect(player.getSnapshot()).toMatchObject({ spherical: {}, orientationSensor: null });
});

test('browser full screen is reported once', () => {
  const { player, names } = createPlayer();
  player.settings.fullscreenChanged(true);
  player.settings.fullscreenChanged(true);
  expect(player.getSnapshot().fullscreen).toBe(true);
  expect(names()).toEqual(['onFullscreenChange']);
});

test('full screen of the host is reported like full screen of the browser, and the player can only request its end', () => {
  const { run, player, events } = createPlayer();
  expect(player.settings.leaveHostFullscreen()).toBe(false);
  run('setHostFullscreen', [true]);
  player.settings.fullscreenChanged(true);
  player.settings.fullscreenChanged(false);
  expect(player.getSnapshot().fullscreen).toBe(true);
  expect(player.settings.leaveHostFullscreen()).toBe(true);
  run('setHostFullscreen', [false]);
  expect(events.map(({ name, data }) => [name, data])).toEqual([
    ['onFullscreenChange', true],
    ['onFullscreenExitRequest', null],
    ['onFullscreenChange', false],
  ]);
});

test('a picture-in-picture window is reported when it opens, and fulfils its intent', async () => {
  const { run, clock, player, names, unsettled, settled } = createPlayer();
  run('setPictureInPicture', [true]);
  expect([player.getSnapshot().pictureInPicture, unsettled]).toEqual([false, ['setPictureInPicture']]);
  await clock.advance(10);
  expect(player.getSnapshot().pictureInPicture).toBe(true);
  expect([names(), settled]).toMatchObject([['onPictureInPictureChange'], [{ outcome: { ok: true } }]]);
});

test('a refused picture-in-picture request settles as failed, and a new request tries again', async () => {
  const { run, clock, pictureInPicture, player, names, settled } = createPlayer();
  pictureInPicture.refusal = 'Must be handling a user gesture';
  run('setPictureInPicture', [true]);
  await clock.advance(10);
  const refused = { ok: false, code: 'browser.refused', message: expect.stringContaining('user gesture') as string };
  expect([settled, names()]).toMatchObject([[{ outcome: refused }], []]);
  pictureInPicture.refusal = null;
  run('setPictureInPicture', [true]);
  await clock.advance(10);
  expect(player.getSnapshot().pictureInPicture).toBe(true);
});

test('of two picture-in-picture requests in quick succession the last takes effect, and the first is replaced', async () => {
  const { run, clock, pictureInPicture, player, settled } = createPlayer();
  run('setPictureInPicture', [true]);
  run('setPictureInPicture', [false]);
  await clock.advance(20);
  expect([pictureInPicture.asked, player.getSnapshot().pictureInPicture]).toEqual([[true, false], false]);
  expect(settled.map(({ outcome }) => outcome.ok || outcome.code)).toEqual(['command.replaced', true]);
});

test('a picture-in-picture window that closes before its close request is settled can be opened again', async () => {
  const { run, clock, pictureInPicture, player } = createPlayer();
  run('setPictureInPicture', [true]);
  await clock.advance(10);
  pictureInPicture.answers = false;
  run('setPictureInPicture', [false]);
  pictureInPicture.change(false);
  await clock.advance(10);
  pictureInPicture.answers = true;
  run('setPictureInPicture', [true]);
  await clock.advance(10);
  expect(player.getSnapshot().pictureInPicture).toBe(true);
});

test('a picture-in-picture window opened and closed by the browser’s own button is reported', () => {
  const { pictureInPicture, player, events } = createPlayer();
  pictureInPicture.change(true);
  pictureInPicture.change(false);
  expect(player.getSnapshot().pictureInPicture).toBe(false);
  expect(events.map(({ data }) => data)).toEqual([true, false]);
});

test('a rate that was requested before the present rate is ignored', async () => {
  const { run, element } = await createPlaying();
  run('setPlaybackRate', [2]);
  run('setPlaybackRate', [0.5], 'viewer', 10);
  expect([element.playbackRate, element.defaultPlaybackRate]).toEqual([2, 2]);
});

test('a volume set while the engine fails to open is kept after a retry', async () => {
  const harness = createPlayer({ script: { refusal: fail('net.timeout', 'slow') } });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.run('setVolume', [20]);
  await harness.rest();
  harness.engine.script = USUAL_ENGINE;
  harness.player.retry();
  await harness.rest();
  expect(harness.element.volume).toBe(0.2);
});

test('a stored preference does not replace a value that was requested on this page', async () => {
  const { run, clock, element } = await createPlaying();
  run('setVolume', [80]);
  run('setVolume', [30], 'preference');
  expect(element.volume).toBe(0.8);
  run('setPlaybackRate', [1.5], 'preference');
  await clock.advance(10);
  expect(element.playbackRate).toBe(1.5);
});

test('settingsAt returns the settings at the time of a key press that is executed late', async () => {
  const { run, player, clock } = await createPlaying();
  const pressedAtMs = clock.monotonicNow();
  await clock.advance(500);
  run('mute');
  run('setVolume', [40]);
  run('setPlaybackRate', [2]);
  expect(player.settingsAt(pressedAtMs)).toEqual({ volumePercent: 100, muted: false, rate: 1 });
  await clock.advance(1);
  expect(player.settingsAt(clock.monotonicNow())).toEqual({ volumePercent: 40, muted: true, rate: 2 });
});

test('a temporary speed of the player itself replaces the viewer’s speed, and can be set back', async () => {
  const { run, element } = await createPlaying();
  run('setPlaybackRate', [1.25], 'viewer');
  run('setPlaybackRate', [2], 'own');
  expect(element.playbackRate).toBe(2);
  run('setPlaybackRate', [1.25], 'own');
  expect(element.playbackRate).toBe(1.25);
});
