import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { createPlayer, type PlayerHarness } from '../../../support/player-harness.ts';
import { VIDEO_ID, VIDEO_SECONDS } from '../../../support/video-response.ts';

const { unstarted, buffering, playing, paused, cued, ended } = PLAYER_STATE;

async function createClip(parameters = ''): Promise<PlayerHarness> {
  const harness = createPlayer({ parameters });
  harness.run('loadVideoById', { videoId: VIDEO_ID, startSeconds: 4, endSeconds: 7 });
  await harness.clock.advance(500);
  return harness;
}

test('a clip begins at its start and ends at its end [C2]', async () => {
  const { clock, states, element, engine, player } = await createClip();
  expect(engine.starts).toEqual([4]);
  expect(element.currentTime).toBeGreaterThanOrEqual(4);
  await clock.advance(4_000);
  expect(states).toEqual([buffering, playing, ended]);
  expect(element.paused).toBe(true);
  expect(element.currentTime).toBeGreaterThanOrEqual(7);
  expect(element.currentTime).toBeLessThan(7.05);
  expect(player.getSnapshot()).toMatchObject({ waiting: false, position: { seconds: 7, rate: 0 } });
});

test('the position of a clip that was resumed just before its end, and passes it, is reported as exactly the end [C2]', async () => {
  const { run, clock, element, player } = await createClip();
  await clock.advance(Math.round((6.99 - element.currentTime) * 1_000));
  run('pauseVideo');
  run('playVideo');
  await clock.advance(4_000);
  expect(element.currentTime).toBeGreaterThan(7);
  expect(player.getSnapshot()).toMatchObject({ state: ended, position: { seconds: 7, rate: 0 } });
});

test('a clip at double speed ends at its end as well [C2]', async () => {
  const { run, clock, element } = await createClip();
  run('setPlaybackRate', [2]);
  await clock.advance(4_000);
  expect(element.currentTime).toBeGreaterThanOrEqual(7);
  expect(element.currentTime).toBeLessThan(7.1);
});

test('play after the end of a clip starts the clip over [C2]', async () => {
  const { run, clock, states, element } = await createClip();
  await clock.advance(4_000);
  states.length = 0;
  run('playVideo');
  await clock.advance(500);
  expect(states).toEqual([buffering, playing]);
  expect(element.currentTime).toBeGreaterThanOrEqual(4);
  expect(element.currentTime).toBeLessThan(4.6);
  await clock.advance(4_000);
  expect(states).toEqual([buffering, playing, ended]);
});

test('a seek cancels the start and the end of a clip: the video plays past the end [C2]', async () => {
  const { run, clock, states, player } = await createClip();
  run('seekTo', [6, true]);
  expect(player.getSnapshot().video).toMatchObject({ startSeconds: 0, endSeconds: null });
  await clock.advance(5_000);
  expect(states).not.toContain(ended);
  expect(player.getSnapshot().state).toBe(playing);
});

test('a seek after the end of a clip plays from its target [C2]', async () => {
  const { run, clock, states, element } = await createClip();
  await clock.advance(4_000);
  states.length = 0;
  run('seekTo', [10, true]);
  await clock.advance(2_000);
  expect(states).toEqual([buffering, playing]);
  expect(element.currentTime).toBeGreaterThan(11);
});

test('a seek of a cued clip plays past the end of the clip [C2]', async () => {
  const { run, clock, player, element } = createPlayer();
  run('cueVideoById', { videoId: VIDEO_ID, startSeconds: 4, endSeconds: 7 });
  await clock.advance(500);
  expect(player.getSnapshot().video).toMatchObject({ startSeconds: 4, endSeconds: 7 });
  expect(player.getSnapshot().position.seconds).toBe(4);
  run('seekTo', [5, true]);
  await clock.advance(4_000);
  expect(player.getSnapshot().state).toBe(playing);
  expect(element.currentTime).toBeGreaterThan(8);
});

test('a paused clip stays paused when the time of its end passes [C2]', async () => {
  const { run, clock, states } = await createClip();
  run('pauseVideo');
  await clock.advance(10_000);
  expect(states).toEqual([buffering, playing, paused]);
});

test('a stopped clip is cued at its start, and plays from there [C2]', async () => {
  const { run, clock, element, player, states } = await createClip();
  await clock.advance(1_000);
  run('stopVideo');
  expect(player.getSnapshot()).toMatchObject({ state: cued, position: { seconds: 4 } });
  run('playVideo');
  await clock.advance(500);
  expect(states.slice(-3)).toEqual([unstarted, buffering, playing]);
  expect(element.currentTime).toBeGreaterThanOrEqual(4);
});

test('a looping clip returns to its start without the state 0 [C2]', async () => {
  const { clock, states, element } = await createClip('loop=1');
  await clock.advance(4_000);
  expect(states).not.toContain(ended);
  expect(element.paused).toBe(false);
  expect(element.currentTime).toBeGreaterThan(4);
  expect(element.currentTime).toBeLessThan(6);
});

test('a looping video returns to its beginning without the state 0', async () => {
  const { run, clock, states, element } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(500);
  run('setLoop', [true]);
  run('seekTo', [VIDEO_SECONDS, true]);
  await clock.advance(2_000);
  expect(states).not.toContain(ended);
  expect(element.paused).toBe(false);
  expect(element.currentTime).toBeLessThan(2);
});

test('holdAtEnd ends playback with the present entry of a list, and does not hold the next entry', async () => {
  const { run, clock, states, player } = createPlayer();
  run('loadPlaylist', { playlist: [VIDEO_ID, 'bbbbbbbbbbb', 'ccccccccccc'] });
  await clock.advance(500);
  player.holdAtEnd();
  run('seekTo', [VIDEO_SECONDS, true]);
  await clock.advance(2_000);
  expect(states.at(-1)).toBe(ended);
  expect(player.getSnapshot().playlist?.index).toBe(0);
  run('nextVideo');
  await clock.advance(500);
  run('seekTo', [VIDEO_SECONDS, true]);
  await clock.advance(2_000);
  expect(player.getSnapshot()).toMatchObject({ state: playing, playlist: { index: 2 } });
});

test('a video with a start time that has ended is replayed from its beginning', async () => {
  const { run, clock, element } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID, startSeconds: 26 });
  await clock.advance(5_000);
  expect(element.ended).toBe(true);
  run('playVideo');
  await clock.advance(500);
  expect(element.currentTime).toBeLessThan(1);
});
