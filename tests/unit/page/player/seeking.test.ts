import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { createPlayer, createPlaying } from '../../../support/player-harness.ts';
import { VIDEO_ID, VIDEO_SECONDS } from '../../../support/video-response.ts';

const { unstarted, buffering, playing, paused } = PLAYER_STATE;

test('a seek is limited to the video, and to a margin before its end', async () => {
  const { run, clock, events } = await createPlaying();
  run('pauseVideo');
  for (const seconds of [-4, 999]) {
    run('seekTo', [seconds, true]);
    await clock.advance(500);
  }
  const sought = events.filter(({ name }) => name === 'onSeeking').map(({ data }) => data);
  expect(sought).toEqual([0, VIDEO_SECONDS - 0.3]);
});

test('of several seeks each is reported as started, and the last one is executed', async () => {
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

test('a seek that was requested earlier than the present seek is ignored', async () => {
  const { run, clock, element, events } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [20, true]);
  run('seekTo', [5, true], 'viewer', 10);
  await clock.advance(1_000);
  expect(element.currentTime).toBe(20);
  expect(events.filter(({ name }) => name === 'onSeeking')).toHaveLength(1);
});

test('play, pause and stop that were requested earlier than the present intent are ignored', async () => {
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

test('a load that was requested earlier than the present video is ignored', async () => {
  const { run, rest, player, requests } = await createPlaying();
  expect(run('loadVideoById', { videoId: 'bbbbbbbbbbb' }, 'host', -1)).toEqual({ ok: true, value: undefined });
  await rest();
  expect([player.getSnapshot().video.videoId, requests.length]).toEqual([VIDEO_ID, 1]);
});

test('a seek to a fraction goes to a position at once if the length is known', async () => {
  const { clock, player, element, run } = await createPlaying();
  run('pauseVideo');
  player.seekToFraction(0.5, 'viewer');
  await clock.advance(500);
  expect(element.currentTime).toBe(VIDEO_SECONDS / 2);
});

test('a seek to a fraction of a cued video waits until the length is known, and then plays', async () => {
  const { run, clock, player, element, states } = createPlayer();
  run('cueVideoById', { videoId: VIDEO_ID });
  player.seekToFraction(0.5, 'viewer');
  expect(player.getSnapshot().seeking).toBe(false);
  await clock.advance(1_000);
  expect(element.currentTime).toBeGreaterThanOrEqual(14);
  expect(element.currentTime).toBeLessThan(15);
  expect(states.slice(-2)).toEqual([buffering, playing]);
});

test('a seek in seconds replaces a waiting seek to a fraction', async () => {
  const { run, clock, player, element } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID });
  player.seekToFraction(0.9, 'viewer');
  run('seekTo', [3, true]);
  await clock.advance(1_000);
  expect(element.currentTime).toBeGreaterThanOrEqual(3);
  expect(element.currentTime).toBeLessThan(4);
});

test('another video cancels a waiting seek to a fraction', async () => {
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

test('an engine that knows the intent and moves the element over a gap fulfils the intent', async () => {
  const { run, clock, engine, element, player } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [14, true]);
  engine.jump(16);
  await clock.advance(1_000);
  expect(element.currentTime).toBe(16);
  expect(player.getSnapshot()).toMatchObject({ seeking: false, position: { seconds: 16 } });
});

test('an engine that repeatedly moves the element elsewhere is not corrected any more', async () => {
  const { run, clock, engine, element, player } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [14, true]);
  const drag = (): void => engine.drag(3);
  element.addEventListener('seeking', () => element.currentTime !== 3 && drag());
  await clock.advance(5_000);
  expect(element.currentTime).toBe(3);
  expect(player.getSnapshot().seeking).toBe(false);
});

test('a seek beyond the real end of a video that was announced as longer ends just before the real end', async () => {
  const harness = createPlayer({ script: { durationSeconds: 10 } });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(20);
  harness.run('seekTo', [20, true]);
  await harness.clock.advance(300);
  expect(harness.player.getSnapshot().durationSeconds).toBe(10);
  expect(harness.element.currentTime).toBeGreaterThanOrEqual(9.7);
});

test('the engine gets the target of a seek before the element moves, and null when the seek has ended', async () => {
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

test('with allowSeekAhead=false a seek into a buffered range or to its end is executed, and a seek into a gap is ignored', async () => {
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
])('a seek cancels a requested %s, and the next seek does not change the video any more [C2]', async (_, clip) => {
  const { run, clock, player } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID, ...clip });
  await clock.advance(1_000);
  run('seekTo', [6, true]);
  const { video } = player.getSnapshot();
  expect(video).toMatchObject({ videoId: VIDEO_ID, startSeconds: 0, endSeconds: null });
  run('seekTo', [8, true]);
  expect(player.getSnapshot().video).toBe(video);
});

test('the seeked event of an earlier seek does not end the present seek', async () => {
  const { run, clock, element, names, player } = await createPlaying({ script: { segmentSeconds: 5 } });
  run('pauseVideo');
  run('seekTo', [14, true]);
  element.dispatchEvent(new Event('seeked'));
  expect([player.getSnapshot().seeking, names().includes('onSeeked')]).toEqual([true, false]);
  await clock.advance(1_000);
  expect([player.getSnapshot().seeking, names().includes('onSeeked')]).toEqual([false, true]);
});

test('while another video is requested, the position is the start of that video, not the last seek target', async () => {
  const harness = await createPlaying();
  const { run, clock, player } = harness;
  harness.responseMs = 2_500;
  run('seekTo', [14, true]);
  run('loadVideoById', { videoId: 'bbbbbbbbbbb', startSeconds: 4 });
  await clock.advance(2_000);
  expect(player.getSnapshot().position).toMatchObject({ seconds: 4, rate: 0 });
});
