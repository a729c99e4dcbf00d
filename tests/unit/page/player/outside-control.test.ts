import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { PAUSE_UNDONE_MAX_MS } from '../../../../src/page/player/stream/follow-outside.ts';
import { createPlayer, createPlaying } from '../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../support/video-response.ts';

const { playing, paused, buffering } = PLAYER_STATE;

test('a pause by the browser’s controls pauses the player', async () => {
  const { clock, element, states, player } = await createPlaying();
  element.pause();
  await clock.advance(3_000);
  expect(states).toEqual([paused]);
  expect(element.paused).toBe(true);
  expect(player.getSnapshot()).toMatchObject({ waiting: false, position: { rate: 0, seconds: element.currentTime } });
});

test('a pause that a failed decoder causes is not kept: playback continues after the error', async () => {
  const { clock, element, states } = await createPlaying();
  element.error = { code: 3, message: 'decode' } as MediaError;
  element.pause();
  await clock.advance(10);
  element.error = null;
  await clock.advance(3_000);
  expect(element.paused).toBe(false);
  expect(states).not.toContain(paused);
});

test('a start by the browser’s controls plays', async () => {
  const { run, clock, element, states, player } = await createPlaying();
  run('pauseVideo');
  await clock.advance(PAUSE_UNDONE_MAX_MS);
  states.length = 0;
  void element.play();
  await clock.advance(3_000);
  expect(states).toEqual([playing]);
  expect(element.paused).toBe(false);
  expect(player.getSnapshot().position.rate).toBe(1);
});

test('a pause that the browser undoes right after it is repeated', async () => {
  const { run, clock, element, states, player } = await createPlaying();
  run('seekTo', [20]);
  run('pauseVideo');
  await clock.advance(10);
  void element.play();
  await clock.advance(3_000);
  expect(states.at(-1)).toBe(paused);
  expect([element.paused, player.getSnapshot().position.rate]).toEqual([true, 0]);
});

test('a start by the browser’s controls plays a video that was paused while it loaded', async () => {
  const { run, clock, element, states } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(50);
  run('pauseVideo');
  await clock.advance(2_000);
  expect(states).toEqual([buffering, paused]);
  void element.play();
  await clock.advance(1_000);
  expect(states).toEqual([buffering, paused, playing]);
});

test('a seek by the browser’s controls is reported with its position', async () => {
  const { clock, element, events, player } = await createPlaying();
  element.currentTime = 20;
  await clock.advance(10);
  expect(player.getSnapshot().seeking).toBe(false);
  expect(events.filter(({ name }) => name === 'onSeeking' || name === 'onSeeked')).toEqual([
    { name: 'onSeeking', data: 20 },
    { name: 'onSeeked', data: 20 },
  ]);
  expect(player.getSnapshot().position.seconds).toBe(20);
});

test('an external volume change is reported once, as 0 to 100, and replaces the intent', async () => {
  const { run, clock, element, events, player } = await createPlaying();
  element.volume = 0.424;
  await clock.advance(10);
  element.dispatchEvent(new Event('volumechange'));
  expect(events).toEqual([{ name: 'onVolumeChange', data: { volume: 42, muted: false } }]);
  run('mute');
  await clock.advance(10);
  expect(events.at(-1)).toEqual({ name: 'onVolumeChange', data: { volume: 42, muted: true } });
  expect([player.getSnapshot().volume, element.volume]).toEqual([42, 0.424]);
});

test.each([0, 0.5, 33.3, 100])('volume %d is set and reported as a whole number', async (volume) => {
  const { run, clock, element, player } = await createPlaying();
  run('setVolume', [50]);
  await clock.advance(10);
  run('setVolume', [volume]);
  await clock.advance(10);
  expect(element.volume).toBeCloseTo(volume / 100, 10);
  expect(player.getSnapshot().volume).toBe(Math.round(volume));
});

test('muting and unmuting are reported with the unchanged volume', async () => {
  const { run, clock, events } = await createPlaying();
  run('setVolume', [30]);
  await clock.advance(10);
  run('mute');
  await clock.advance(10);
  run('unMute');
  await clock.advance(10);
  expect(events.map(({ data }) => data)).toEqual([
    { volume: 30, muted: false },
    { volume: 30, muted: true },
    { volume: 30, muted: false },
  ]);
});

test('an external rate change is reported once and changes the rate of the position', async () => {
  const { clock, element, events, player } = await createPlaying();
  element.playbackRate = 2;
  await clock.advance(10);
  element.dispatchEvent(new Event('ratechange'));
  expect(events).toEqual([{ name: 'onPlaybackRateChange', data: 2 }]);
  expect(player.getSnapshot()).toMatchObject({ playbackRate: 2, position: { rate: 2 } });
});

test('a playback rate of 0, by which engines hold an element, is not reported', async () => {
  const { clock, element, events, player } = await createPlaying();
  element.playbackRate = 0;
  await clock.advance(10);
  element.playbackRate = 1;
  await clock.advance(10);
  expect(events.filter(({ name }) => name === 'onPlaybackRateChange')).toEqual([]);
  expect(player.getSnapshot().playbackRate).toBe(1);
});

test('the playback rate is kept with another engine, and is 1 again with another video', async () => {
  const { run, clock, engine, element, player } = await createPlaying();
  run('setPlaybackRate', [1.5]);
  await clock.advance(100);
  void engine.die();
  await clock.advance(3_000);
  expect([element.playbackRate, player.getSnapshot().playbackRate]).toEqual([1.5, 1.5]);
  run('cueVideoById', { videoId: 'bbbbbbbbbbb' });
  await clock.advance(1_000);
  expect([element.playbackRate, element.defaultPlaybackRate, player.getSnapshot().playbackRate]).toEqual([1, 1, 1]);
});

test('with mute in the address the element is muted from the start, and keeps its volume', () => {
  const muted = createPlayer({ parameters: 'mute=1' });
  expect([muted.element.muted, muted.player.getSnapshot().muted]).toEqual([true, true]);
  expect(createPlayer().player.getSnapshot()).toMatchObject({ muted: false, volume: 100 });
});

test('an earlier request does not undo an external change', async () => {
  const { run, clock, element } = await createPlaying();
  run('setVolume', [80]);
  run('setPlaybackRate', [1.5]);
  await clock.advance(10);
  Object.assign(element, { volume: 0.3, playbackRate: 2 });
  await clock.advance(10);
  run('setVolume', [50], 'viewer', 0);
  run('setPlaybackRate', [1.25], 'viewer', 0);
  expect([element.volume, element.playbackRate]).toEqual([0.3, 2]);
});

test('a seek by the browser’s controls is pending until its data arrive', async () => {
  const { run, clock, element, names, player } = await createPlaying({ script: { segmentSeconds: 5 } });
  run('pauseVideo');
  await clock.advance(100);
  element.currentTime = 20;
  await clock.advance(10);
  element.dispatchEvent(new Event('progress'));
  element.dispatchEvent(new Event('durationchange'));
  expect(player.getSnapshot()).toMatchObject({ seeking: true, position: { seconds: 20 } });
  expect(names()).not.toContain('onSeeked');
  await clock.advance(500);
  expect(player.getSnapshot().seeking).toBe(false);
  expect(names()).toContain('onSeeked');
});
