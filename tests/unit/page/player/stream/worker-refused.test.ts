import { expect, test } from 'vitest';
import { fail } from '../../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { USUAL_ENGINE } from '../../../../support/fake-engine.ts';
import { createPlayer, createPlaying } from '../../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../../support/video-response.ts';

const { buffering, playing, unstarted } = PLAYER_STATE;
const REFUSED = fail('worker.unavailable', 'the worker did not start');

test('after an engine without a worker is refused, a second refusal fails the video', async () => {
  const harness = createPlayer({ script: { refusal: REFUSED } });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect(harness.refusals).toHaveLength(1);
  expect(harness.engines).toHaveLength(2);
  expect(harness.failures).toEqual(['player.internal: the worker did not start']);
  expect(harness.states).toEqual([buffering, unstarted]);
});

test('a worker that fails to start offline is not given up, and a retry online starts a worker again', async () => {
  const harness = createPlayer({ script: { refusal: REFUSED } });
  harness.isOnline = false;
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  expect([harness.refusals, harness.failures]).toEqual([[], ['net.connect: the worker did not start']]);
  harness.isOnline = true;
  harness.script = USUAL_ENGINE;
  harness.player.retry();
  await harness.clock.advance(1_000);
  expect([harness.refusals, harness.engines.length, harness.states.at(-1)]).toEqual([[], 2, playing]);
});

test('when a worker is given up during playback, the next engine continues at its position', async () => {
  const harness = await createPlaying();
  await harness.clock.advance(5_000);
  const before = harness.element.currentTime;
  harness.engine.refuseWorker('it keeps dying');
  await harness.clock.advance(1_000);
  expect(harness.refusals).toEqual(['it keeps dying']);
  expect(harness.engines).toHaveLength(2);
  expect(harness.engine.starts).toEqual([before]);
  expect(harness.failures).toEqual([]);
  expect(harness.states.at(-1) ?? playing).toBe(playing);
  expect(harness.element.currentTime).toBeGreaterThanOrEqual(before);
  expect(harness.element.currentTime).toBeLessThan(before + 1.1);
});

test('when a worker is given up while the video is paused, the video stays paused at its position', async () => {
  const harness = await createPlaying();
  await harness.clock.advance(5_000);
  harness.run('pauseVideo');
  await harness.clock.advance(100);
  const before = harness.element.currentTime;
  harness.engine.refuseWorker('it keeps dying');
  await harness.clock.advance(2_000);
  expect([harness.element.paused, harness.element.currentTime]).toEqual([true, before]);
});

test('a pending seek is kept when the worker is given up', async () => {
  const harness = await createPlaying();
  harness.run('pauseVideo');
  harness.run('seekTo', [14, true]);
  harness.engine.refuseWorker('it keeps dying');
  await harness.clock.advance(2_000);
  expect(harness.engine.starts).toEqual([14]);
  expect(harness.element.currentTime).toBe(14);
});
