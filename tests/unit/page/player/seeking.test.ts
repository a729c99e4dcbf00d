import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { createPlayer, createPlaying } from '../../../support/player-harness.ts';
import { VIDEO_ID, VIDEO_SECONDS } from '../../../support/video-response.ts';

const { unstarted, buffering, playing, paused } = PLAYER_STATE;

test('a seek stays inside the video, with a margin before its end', async () => {
  const { run, clock, events } = await createPlaying();
  run('pauseVideo');
  for (const seconds of [-4, 999]) {
    run('seekTo', [seconds, true]);
    await clock.advance(500);
  }
  const sought = events.filter(({ name }) => name === 'onSeeking').map(({ data }) => data);
  expect(sought).toEqual([0, VIDEO_SECONDS - 0.3]);
});

test('the last of several seeks counts, and each is reported', async () => {
  const { run, clock, element, events } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [5, true]);
  run('seekTo', [20, true]);
  run('seekTo', [10, true]);
  await clock.advance(1_000);
  expect(element.currentTime).toBe(10);
  expect(events.filter(({ name }) => name === 'onSeeking').map(({ data }) => data)).toEqual([5, 20, 10]);
  expect(events.filter(({ name }) => name === 'onSeeked').map(({ data }) => data)).toEqual([10]);
});

test('a seek that was requested before a later one changes nothing', async () => {
  const { run, clock, element, events } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [20, true]);
  run('seekTo', [5, true], 'viewer', 10);
  await clock.advance(1_000);
  expect(element.currentTime).toBe(20);
  expect(events.filter(({ name }) => name === 'onSeeking')).toHaveLength(1);
});

test('play and pause that were requested before a later intent change nothing', async () => {
  const { run, clock, element, states } = await createPlaying();
  run('pauseVideo');
  run('playVideo', [], 'viewer', 500);
  await clock.advance(500);
  expect([element.paused, states]).toEqual([true, [paused]]);
  run('playVideo');
  run('pauseVideo', [], 'viewer', 500);
  run('stopVideo', [], 'viewer', 500);
  await clock.advance(500);
  expect([element.paused, states]).toEqual([false, [paused, playing]]);
});

test('a video that was requested before another is not shown', async () => {
  const { run, rest, player, requests } = await createPlaying();
  expect(run('loadVideoById', { videoId: 'bbbbbbbbbbb' }, 'host', -1)).toEqual({ ok: true, value: undefined });
  await rest();
  expect([player.getSnapshot().video.videoId, requests.length]).toEqual([VIDEO_ID, 1]);
});

test('a place on the timeline is a position if the video’s length is known', async () => {
  const { clock, player, element, run } = await createPlaying();
  run('pauseVideo');
  player.seekToFraction(0.5, 'viewer');
  await clock.advance(500);
  expect(element.currentTime).toBe(VIDEO_SECONDS / 2);
});

test('a place on the timeline waits until the length is known, and plays', async () => {
  const { run, clock, player, element, states } = createPlayer();
  run('cueVideoById', { videoId: VIDEO_ID });
  player.seekToFraction(0.5, 'viewer');
  expect(player.getSnapshot().seeking).toBe(false);
  await clock.advance(1_000);
  expect(element.currentTime).toBeGreaterThanOrEqual(14);
  expect(element.currentTime).toBeLessThan(15);
  expect(states.slice(-2)).toEqual([buffering, playing]);
});

test('a seek in seconds replaces a waiting place', async () => {
  const { run, clock, player, element } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID });
  player.seekToFraction(0.9, 'viewer');
  run('seekTo', [3, true]);
  await clock.advance(1_000);
  expect(element.currentTime).toBeGreaterThanOrEqual(3);
  expect(element.currentTime).toBeLessThan(4);
});

test('another video cancels a waiting place', async () => {
  const { run, clock, player, element } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID });
  player.seekToFraction(0.5, 'viewer');
  run('loadVideoById', { videoId: 'bbbbbbbbbbb' });
  await clock.advance(1_000);
  expect(element.currentTime).toBeLessThan(1);
});

test('a seek before the provider’s response becomes the start position', async () => {
  const { run, clock, engine, element, states } = await createPlaying();
  run('loadVideoById', { videoId: 'bbbbbbbbbbb', startSeconds: 2 });
  run('seekTo', [14, true]);
  await clock.advance(1_000);
  expect(states).toEqual([unstarted, buffering, playing]);
  expect(element.currentTime).toBeGreaterThanOrEqual(14);
  expect(engine.calls).toContain('detach');
});

test('an engine that moves the element over a gap, knowing the intent, has fulfilled it', async () => {
  const { run, clock, engine, element, player } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [14, true]);
  engine.jump(16);
  await clock.advance(1_000);
  expect(element.currentTime).toBe(16);
  expect(player.getSnapshot()).toMatchObject({ seeking: false, position: { seconds: 16 } });
});

test('an engine that repeatedly moves the element elsewhere is left alone', async () => {
  const { run, clock, engine, element, player } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [14, true]);
  const drag = (): void => engine.drag(3);
  element.addEventListener('seeking', () => element.currentTime !== 3 && drag());
  await clock.advance(5_000);
  expect(element.currentTime).toBe(3);
  expect(player.getSnapshot().seeking).toBe(false);
});

test('a seek behind the real end of a video that was announced as longer lands before its end', async () => {
  const harness = createPlayer({ script: { durationSeconds: 10 } });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(20);
  harness.run('seekTo', [20, true]);
  await harness.clock.advance(300);
  expect(harness.player.getSnapshot().durationSeconds).toBe(10);
  expect(harness.element.currentTime).toBeGreaterThanOrEqual(9.7);
});

test('the engine learns of a seek before the element moves, and of its end', async () => {
  const { run, clock, engine, element } = await createPlaying();
  engine.calls.length = 0;
  const heard: string[][] = [];
  element.addEventListener('seeking', () => heard.push([...engine.calls]));
  run('seekTo', [14, true]);
  await clock.advance(1_000);
  expect(heard[0]).toEqual(['target 14']);
  expect(engine.calls).toEqual(['target 14', 'target null']);
});

test('a seek to the present position ends at once, and is reported', async () => {
  const { run, clock, events, player } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [14, true]);
  await clock.advance(1_000);
  events.length = 0;
  run('seekTo', [14, true]);
  expect(player.getSnapshot().seeking).toBe(false);
  await clock.advance(1_000);
  expect(events).toEqual([
    { name: 'onSeeking', data: 14 },
    { name: 'onSeeked', data: 14 },
  ]);
});

test('without allowSeekAhead each buffered range can be sought with its ends, and no gap between them', async () => {
  const { run, clock, element, events } = await createPlaying({ script: { segmentSeconds: 5 } });
  run('pauseVideo');
  element.append(20, 25);
  await clock.advance(10);
  const endSeconds = element.buffered.end(0);
  for (const seconds of [22, 15, 19, endSeconds, 0]) {
    run('seekTo', [seconds, false]);
    await clock.advance(500);
  }
  expect(events.filter(({ name }) => name === 'onSeeking').map(({ data }) => data)).toEqual([22, endSeconds, 0]);
  expect(element.currentTime).toBe(0);
});

test.each([
  ['a start', { startSeconds: 4 }],
  ['an end', { endSeconds: 9 }],
])('a seek ends a requested %s, and leaves everything else of the video unchanged [C2]', async (_, clip) => {
  const { run, clock, player } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID, ...clip });
  await clock.advance(1_000);
  run('seekTo', [6, true]);
  const { video } = player.getSnapshot();
  expect(video).toMatchObject({ videoId: VIDEO_ID, startSeconds: 0, endSeconds: null });
  run('seekTo', [8, true]);
  expect(player.getSnapshot().video).toBe(video);
});

test('the end of an earlier seek does not end the wanted one', async () => {
  const { run, clock, element, names, player } = await createPlaying({ script: { segmentSeconds: 5 } });
  run('pauseVideo');
  run('seekTo', [14, true]);
  element.dispatchEvent(new Event('seeked'));
  expect([player.getSnapshot().seeking, names().includes('onSeeked')]).toEqual([true, false]);
  await clock.advance(1_000);
  expect([player.getSnapshot().seeking, names().includes('onSeeked')]).toEqual([false, true]);
});

test('while another video is on its way, the position is where that begins, not where the last one was sought', async () => {
  const harness = await createPlaying();
  const { run, clock, player } = harness;
  harness.responseMs = 2_500;
  run('seekTo', [14, true]);
  run('loadVideoById', { videoId: 'bbbbbbbbbbb', startSeconds: 4 });
  await clock.advance(2_000);
  expect(player.getSnapshot().position).toMatchObject({ seconds: 4, rate: 0 });
});
