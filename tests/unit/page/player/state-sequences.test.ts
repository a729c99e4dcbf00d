import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { createPlayer, createPlaying, type PlayerHarness } from '../../../support/player-harness.ts';
import { VIDEO_ID, VIDEO_SECONDS } from '../../../support/video-response.ts';

const { unstarted, buffering, playing, paused, cued, ended } = PLAYER_STATE;
const OTHER_ID = 'bbbbbbbbbbb';

async function createCued(): Promise<PlayerHarness> {
  const harness = createPlayer();
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  return harness;
}

async function playToEnd({ run, clock, states }: PlayerHarness): Promise<void> {
  run('seekTo', [VIDEO_SECONDS - 1, true]);
  await clock.advance(3_000);
  states.length = 0;
}

test('a cued video opens no engine and is in the state 5 [H1]', async () => {
  const { states, engines, requests, player } = await createCued();
  expect(states).toEqual([cued]);
  expect(engines).toEqual([]);
  expect(requests).toEqual([{ videoId: VIDEO_ID }]);
  expect(player.getSnapshot()).toMatchObject({
    ready: true,
    durationSeconds: VIDEO_SECONDS,
    seekable: [0, VIDEO_SECONDS],
  });
});

test('the first play of a cued video goes through −1, 3 and 1 [H1]', async () => {
  const { run, rest, states } = await createCued();
  states.length = 0;
  run('playVideo');
  await rest();
  expect(states).toEqual([unstarted, buffering, playing]);
});

test('load goes through −1, 3 and 1 after another video [H1]', async () => {
  const { run, rest, states } = await createPlaying();
  run('loadVideoById', { videoId: OTHER_ID });
  await rest();
  expect(states).toEqual([unstarted, buffering, playing]);
});

test('cue after another video goes through −1 and 5 [H1]', async () => {
  const { run, rest, states, element } = await createPlaying();
  run('cueVideoById', { videoId: OTHER_ID });
  await rest();
  expect(states).toEqual([unstarted, cued]);
  expect([element.paused, element.srcObject]).toEqual([true, null]);
});

test('pause and play lead to the states 2 and 1, each once [H1]', async () => {
  const { run, clock, states } = await createPlaying();
  run('pauseVideo');
  run('pauseVideo');
  await clock.advance(100);
  expect(states).toEqual([paused]);
  run('playVideo');
  run('playVideo');
  await clock.advance(2_000);
  expect(states).toEqual([paused, playing]);
});

test('a seek during playback goes through 3 and 1 if it has to buffer [H1]', async () => {
  const { run, clock, states, events, player } = await createPlaying({ script: { segmentSeconds: 5 } });
  run('seekTo', [20, true]);
  expect(player.getSnapshot()).toMatchObject({ seeking: true, position: { seconds: 20, rate: 0 } });
  await clock.advance(1_000);
  expect(states).toEqual([buffering, playing]);
  expect(events.filter(({ name }) => name === 'onSeeking' || name === 'onSeeked').map(({ data }) => data)).toEqual([
    20, 20,
  ]);
});

test('a seek while paused changes no state, reports the position and stays paused [H1]', async () => {
  const { run, clock, states, element, player, events } = await createPlaying();
  run('pauseVideo');
  await clock.advance(100);
  states.length = 0;
  run('seekTo', [14, true]);
  await clock.advance(1_000);
  expect(states).toEqual([]);
  expect([element.paused, element.currentTime]).toEqual([true, 14]);
  expect(player.getSnapshot()).toMatchObject({ seeking: false, position: { seconds: 14, rate: 0 } });
  expect(events.at(-1)).toEqual({ name: 'onSeeked', data: 14 });
});

test('a seek of a cued video plays from its target [H1]', async () => {
  const { run, clock, states, element } = await createCued();
  states.length = 0;
  run('seekTo', [14, true]);
  await clock.advance(500);
  expect(states).toEqual([unstarted, buffering, playing]);
  expect(element.currentTime).toBeGreaterThanOrEqual(14);
  expect(element.currentTime).toBeLessThan(14.6);
});

test('the end leads to the state 0 without a 2, with the position at exactly the duration [H1]', async () => {
  const { run, clock, states, player } = await createPlaying();
  run('seekTo', [VIDEO_SECONDS - 2, true]);
  await clock.advance(10_000);
  expect(states).toEqual([buffering, playing, ended]);
  expect(player.getSnapshot()).toMatchObject({ waiting: false, position: { seconds: VIDEO_SECONDS, rate: 0 } });
});

test('after the end pause changes nothing, and stop cues the video [H1]', async () => {
  const harness = await createPlaying();
  await playToEnd(harness);
  harness.run('pauseVideo');
  await harness.rest();
  expect(harness.states).toEqual([]);
  expect(harness.player.getSnapshot().position.seconds).toBe(VIDEO_SECONDS);
  harness.run('stopVideo');
  expect(harness.states).toEqual([cued]);
  expect(harness.player.getSnapshot().position.seconds).toBe(0);
});

test('a replay after the end goes through 3 and 1, from the beginning [H1]', async () => {
  const harness = await createPlaying();
  await playToEnd(harness);
  harness.run('playVideo');
  await harness.clock.advance(900);
  expect(harness.states).toEqual([buffering, playing]);
  expect(harness.element.currentTime).toBeLessThan(1);
});

test('a seek after the end plays from its target [H1]', async () => {
  const harness = await createPlaying();
  await playToEnd(harness);
  harness.run('seekTo', [10, true]);
  await harness.clock.advance(1_000);
  expect(harness.states).toEqual([buffering, playing]);
  expect(harness.element.currentTime).toBeGreaterThanOrEqual(10);
  expect(harness.element.currentTime).toBeLessThan(11.1);
});

test('a stop while the provider’s response is pending cues the video once the response arrives [H1]', async () => {
  const { run, clock, states, engines, player } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID, startSeconds: 6 });
  await clock.advance(10);
  run('stopVideo');
  await clock.advance(3_000);
  expect(states).toEqual([cued]);
  expect(engines).toEqual([]);
  expect(player.getSnapshot().position.seconds).toBe(6);
});

test('a second stop does not repeat the state 5, and play after a stop starts at the video’s beginning [H1]', async () => {
  const { run, clock, states, element, engine, player } = await createPlaying();
  await clock.advance(5_000);
  run('stopVideo');
  run('stopVideo');
  await clock.advance(100);
  expect(states).toEqual([cued]);
  expect([element.srcObject, engine.calls.at(-1)]).toEqual([null, 'detach']);
  expect(player.getSnapshot()).toMatchObject({ position: { seconds: 0, rate: 0 }, bufferedRanges: [], seeking: false });
  run('playVideo');
  await clock.advance(1_000);
  expect(element.currentTime).toBeLessThan(1);
  expect(states).toEqual([cued, unstarted, buffering, playing]);
});

test('a stop during a seek cancels the seek', async () => {
  const { run, clock, element, player } = await createPlaying();
  run('seekTo', [20, true]);
  run('stopVideo');
  expect(player.getSnapshot()).toMatchObject({ seeking: false, position: { seconds: 0 } });
  run('playVideo');
  await clock.advance(1_000);
  expect(element.currentTime).toBeLessThan(1);
});

test('the next entry of a list follows without the state 0 [H1]', async () => {
  const harness = createPlayer();
  harness.run('loadPlaylist', { playlist: [VIDEO_ID, OTHER_ID] });
  await harness.clock.advance(1_000);
  harness.states.length = 0;
  harness.run('seekTo', [VIDEO_SECONDS, true]);
  await harness.clock.advance(2_000);
  expect(harness.states).not.toContain(ended);
  expect(harness.states.slice(-3)).toEqual([unstarted, buffering, playing]);
  expect(harness.player.getSnapshot()).toMatchObject({ video: { videoId: OTHER_ID }, playlist: { index: 1 } });
});

test('a stall leads to the state 3, and to 1 once data arrive [H1]', async () => {
  const { clock, engine, states, player } = await createPlaying({ script: { segmentSeconds: 4 } });
  engine.isStalled = true;
  await clock.advance(6_000);
  expect(states).toEqual([buffering]);
  expect(player.getSnapshot()).toMatchObject({ waiting: true, position: { rate: 0 } });
  engine.isStalled = false;
  engine.deliver();
  await clock.advance(100);
  expect(states).toEqual([buffering, playing]);
  expect(player.getSnapshot()).toMatchObject({ waiting: false, position: { rate: 1 } });
});

test('onReady is emitted once, after the first video is known', async () => {
  const { run, rest, names, player } = createPlayer();
  expect(player.getSnapshot().ready).toBe(false);
  run('loadVideoById', { videoId: VIDEO_ID });
  await rest();
  run('cueVideoById', { videoId: OTHER_ID });
  await rest();
  expect(names().filter((name) => name === 'onReady')).toHaveLength(1);
});

test('commands do nothing to a player without a video', async () => {
  const { run, rest, names, element, engines, player } = createPlayer();
  for (const name of ['playVideo', 'pauseVideo', 'stopVideo', 'nextVideo', 'previousVideo'] as const) run(name);
  run('seekTo', [4, true]);
  run('playVideoAt', [1]);
  run('setShuffle', [true]);
  expect(player.retry()).toEqual({ ok: true, value: undefined });
  await rest();
  expect([names(), engines, element.paused]).toEqual([[], [], true]);
  expect(player.getSnapshot()).toMatchObject({ state: unstarted, seeking: false, position: { seconds: 0 } });
});

test('the position is not reported again while its extrapolation holds, and is when the element has drifted', async () => {
  const { clock, element, player } = await createPlaying();
  const before = player.getSnapshot().position;
  await clock.advance(3_000);
  expect(player.getSnapshot().position).toBe(before);
  expect(before.rate).toBe(1);
  element.taskDelayMs = 100_000;
  element.currentTime = 14;
  element.seeking = false;
  element.readyState = 4;
  await clock.advance(1_100);
  expect(player.getSnapshot().position.seconds).toBeGreaterThan(13.9);
});
