import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { succeed } from '../../../../protocol/runtime/outcome.ts';
import type { PlayerSnapshot } from '../../../../src/page/player/player.ts';
import { createPlayer, createPlaying, type PlayerHarness } from '../../../support/player-harness.ts';
import { VIDEO_ID, videoResponse } from '../../../support/video-response.ts';

const { paused, buffering, cued } = PLAYER_STATE;

test('a pause while the engine opens leaves the element paused', async () => {
  const { run, clock, rest, element, states } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(50);
  run('pauseVideo');
  await rest();
  expect(element.paused).toBe(true);
  expect(states).toEqual([buffering, paused]);
});

test('a video that is loaded and paused at once stays at its start position', async () => {
  const { run, clock, rest, element, states, player } = createPlayer();
  run('loadVideoById', { videoId: VIDEO_ID, startSeconds: 4 });
  await clock.advance(10);
  run('pauseVideo');
  await rest();
  expect([element.paused, element.currentTime, states.at(-1)]).toEqual([true, 4, paused]);
  expect(player.getSnapshot().position).toMatchObject({ seconds: 4, rate: 0 });
});

test.each<[string, (harness: PlayerHarness) => unknown, Partial<PlayerSnapshot>]>([
  ['a pause', ({ run }) => run('pauseVideo'), { state: paused }],
  ['a pause by the browser’s controls', ({ element }) => element.pause(), { state: paused }],
  ['a stop', ({ run }) => run('stopVideo'), { state: cued, bufferedRanges: [] }],
])('%s ends buffering', async (_, end, state) => {
  const harness = await createPlaying({ script: { segmentSeconds: 4 } });
  harness.engine.isStalled = true;
  await harness.clock.advance(5_000);
  expect(harness.player.getSnapshot()).toMatchObject({ state: buffering, waiting: true });
  end(harness);
  await harness.clock.advance(10);
  expect(harness.player.getSnapshot()).toMatchObject({ ...state, waiting: false, position: { rate: 0 } });
});

test('mediaPath is null until the video has been played', async () => {
  const { run, clock, player } = createPlayer();
  run('cueVideoById', { videoId: VIDEO_ID });
  await clock.advance(1_000);
  expect(player.getSnapshot().mediaPath).toBeNull();
  run('playVideo');
  await clock.advance(1_000);
  expect(player.getSnapshot().mediaPath).toBe('worker');
});

test('new buffered ranges are reported, and equal ranges keep their identity', async () => {
  const { run, clock, element, player } = await createPlaying({ script: { segmentSeconds: 5 } });
  run('pauseVideo');
  await clock.advance(100);
  element.append(20, 25);
  await clock.advance(10);
  const { bufferedRanges } = player.getSnapshot();
  expect(bufferedRanges.at(-1)).toEqual([20, 25]);
  element.dispatchEvent(new Event('progress'));
  expect(player.getSnapshot().bufferedRanges).toBe(bufferedRanges);
});

test('small differences of the element’s duration do not change the length of a video, and a larger difference does', async () => {
  const { element, player } = await createPlaying();
  const lengths: number[] = [];
  player.subscribe(() => lengths.push(player.getSnapshot().durationSeconds));
  for (const duration of [28.032, 28.021, 27.9, 30]) {
    element.duration = duration;
    element.dispatchEvent(new Event('durationchange'));
  }
  expect([...new Set(lengths), player.getSnapshot().seekable]).toEqual([28, 30, [0, 30]]);
});

test('a duration whose event was missed is read with the next state of the engine', async () => {
  const harness = createPlayer({ script: { durationSeconds: Number.NaN } });
  harness.respond = ({ videoId }) => succeed(videoResponse(videoId, { details: { lengthSeconds: 0 } }));
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  harness.element.duration = 30;
  expect(harness.player.getSnapshot().durationSeconds).toBe(0);
  harness.engine.tell({});
  expect(harness.player.getSnapshot()).toMatchObject({ durationSeconds: 30, seekable: [0, 30] });
});

test('a buffer that reaches the end of the element reaches the known length, even if the element is shorter', async () => {
  const { element, player } = await createPlaying();
  element.duration = 27.4;
  element.append(0, 27.3);
  expect(player.getSnapshot().bufferedRanges.at(-1)).toEqual([0, 28]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 0, -1])('a duration of %d counts as unknown', async (duration) => {
  const { element, player } = await createPlaying();
  element.duration = duration;
  element.dispatchEvent(new Event('durationchange'));
  expect(player.getSnapshot()).toMatchObject({ durationSeconds: 28, seekable: [0, 28] });
});
