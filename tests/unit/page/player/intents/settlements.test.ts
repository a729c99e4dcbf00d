import { expect, test } from 'vitest';
import { fail } from '../../../../../protocol/runtime/outcome.ts';
import { createPlayer, createPlaying } from '../../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../../support/video-response.ts';

// The time and the outcome with which a command settles for its caller.

test('a seek settles once its position is reached and the snapshot is updated', async () => {
  const { run, settled, unsettled, clock, player, names } = await createPlaying();
  run('seekTo', [15, true]);
  expect(unsettled).toEqual(['seekTo']);
  expect(player.getSnapshot().seeking).toBe(true);
  await clock.advance(1_000);
  expect(settled.at(-1)).toMatchObject({ name: 'seekTo', outcome: { ok: true } });
  expect(player.getSnapshot().seeking).toBe(false);
  expect(names()).toContain('onSeeked');
});

test('a seek that another seek replaces settles as replaced, and the other seek succeeds', async () => {
  const { run, settled, clock } = await createPlaying();
  run('seekTo', [15, true]);
  run('seekTo', [5, true]);
  expect(settled.slice(-1)).toMatchObject([{ name: 'seekTo', outcome: { ok: false, code: 'command.replaced' } }]);
  await clock.advance(1_000);
  expect(settled.slice(-1)).toMatchObject([{ name: 'seekTo', outcome: { ok: true } }]);
});

test('a seek without a video and a step to a missing entry settle as failed, without an error event', () => {
  const { run, settled, names } = createPlayer();
  run('seekTo', [15, true]);
  run('playVideoAt', [99]);
  for (const { outcome } of settled) expect(outcome).toMatchObject({ ok: false, code: 'api.invalidparam' });
  expect(settled).toHaveLength(2);
  expect(names()).not.toContain('onError');
});

test('commands that take no time, such as a speed, settle at once', async () => {
  const { run, settled, element } = await createPlaying();
  settled.length = 0;
  run('setPlaybackRate', [2]);
  expect(element.playbackRate).toBe(2);
  run('setVolume', [30]);
  run('pauseVideo');
  expect(settled.map(({ name, outcome }) => [name, outcome.ok])).toEqual([
    ['setPlaybackRate', true],
    ['setVolume', true],
    ['pauseVideo', true],
  ]);
});

test('a load settles once the stream is open, and a cue once the video is known', async () => {
  const harness = createPlayer();
  harness.engineMs = 200;
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(harness.responseMs);
  expect(harness.settled.map(({ name }) => name)).toEqual(['cueVideoById']);
  expect(harness.player.getSnapshot().durationSeconds).toBeGreaterThan(0);
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  expect(harness.unsettled).toEqual(['loadVideoById']);
  await harness.clock.advance(1_000);
  expect(harness.settled.at(-1)).toMatchObject({ name: 'loadVideoById', outcome: { ok: true } });
});

test.for(['cueVideoById', 'loadVideoById'] as const)(
  '%s of a missing video settles as failed with the reason, once the player has the error',
  async (name) => {
    const harness = createPlayer();
    harness.respond = () => fail('video.notfound', 'no such video');
    harness.run(name, { videoId: VIDEO_ID });
    await harness.clock.advance(harness.responseMs);
    expect(harness.settled).toMatchObject([{ name, outcome: { ok: false, code: 'video.notfound' } }]);
    expect(harness.player.getSnapshot().error?.code).toBe('video.notfound');
  },
);

test('a stream that fails to open fails the load and the seek that waits for the stream', async () => {
  const harness = createPlayer({ script: { refusal: fail('fmt.unplayable', 'nothing fits') } });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.run('seekTo', [4, true]);
  await harness.clock.advance(1_000);
  expect(harness.settled.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['loadVideoById', expect.objectContaining({ ok: false, code: 'fmt.unplayable' })],
    ['seekTo', expect.objectContaining({ ok: false, code: 'fmt.unplayable' })],
  ]);
});

test('a load that another load replaces settles as replaced', () => {
  const harness = createPlayer();
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.run('loadVideoById', { videoId: 'orielmp4001' });
  expect(harness.settled).toMatchObject([{ name: 'loadVideoById', outcome: { code: 'command.replaced' } }]);
  expect(harness.unsettled).toEqual(['loadVideoById']);
});

test('a load that is stopped before its stream is open settles as failed', async () => {
  const harness = createPlayer();
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.run('stopVideo');
  await harness.rest();
  expect(harness.settled.map(({ name, outcome }) => [name, outcome.ok])).toEqual([
    ['loadVideoById', false],
    ['stopVideo', true],
  ]);
});

test('a cue of the present video settles at once', async () => {
  const harness = await createPlaying();
  harness.settled.length = 0;
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  expect(harness.settled).toMatchObject([{ name: 'cueVideoById', outcome: { ok: true } }]);
});
