import { expect, test } from 'vitest';
import { fail } from '../../../../../protocol/runtime/outcome.ts';
import { createPlayer, createPlaying } from '../../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../../support/video-response.ts';

// When a command settles, for its caller.

test('a seek settles when the position is reached, after the snapshot', async () => {
  const { run, settled, unsettled, clock, player, names } = await createPlaying();
  run('seekTo', [15, true]);
  expect(unsettled).toEqual(['seekTo']);
  expect(player.getSnapshot().seeking).toBe(true);
  await clock.advance(1_000);
  expect(settled.at(-1)).toMatchObject({ name: 'seekTo', outcome: { ok: true } });
  expect(player.getSnapshot().seeking).toBe(false);
  expect(names()).toContain('onSeeked');
});

test('a seek that is replaced by another reports that, and the other succeeds', async () => {
  const { run, settled, clock } = await createPlaying();
  run('seekTo', [15, true]);
  run('seekTo', [5, true]);
  expect(settled.slice(-1)).toMatchObject([{ name: 'seekTo', outcome: { ok: false, code: 'command.replaced' } }]);
  await clock.advance(1_000);
  expect(settled.slice(-1)).toMatchObject([{ name: 'seekTo', outcome: { ok: true } }]);
});

test('a place that does not exist fails for a waiting caller, and is no error event', () => {
  const { run, settled, names } = createPlayer();
  run('seekTo', [15, true]);
  run('playVideoAt', [99]);
  for (const { outcome } of settled) expect(outcome).toMatchObject({ ok: false, code: 'api.invalidparam' });
  expect(settled).toHaveLength(2);
  expect(names()).not.toContain('onError');
});

test('a speed settles at once, like everything that takes no time', async () => {
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

test('loading settles when the stream is open, cueing when the video is known', async () => {
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
  '%s of a video that does not exist fails with the reason, after the player’s error',
  async (name) => {
    const harness = createPlayer();
    harness.respond = () => fail('video.notfound', 'no such video');
    harness.run(name, { videoId: VIDEO_ID });
    await harness.clock.advance(harness.responseMs);
    expect(harness.settled).toMatchObject([{ name, outcome: { ok: false, code: 'video.notfound' } }]);
    expect(harness.player.getSnapshot().error?.code).toBe('video.notfound');
  },
);

test('a stream that does not open fails the load, and the seek that waits for it', async () => {
  const harness = createPlayer({ script: { refusal: fail('fmt.unplayable', 'nothing fits') } });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.run('seekTo', [4, true]);
  await harness.clock.advance(1_000);
  expect(harness.settled.map(({ name, outcome }) => [name, outcome])).toEqual([
    ['loadVideoById', expect.objectContaining({ ok: false, code: 'fmt.unplayable' })],
    ['seekTo', expect.objectContaining({ ok: false, code: 'fmt.unplayable' })],
  ]);
});

test('a load that is replaced by another reports that', () => {
  const harness = createPlayer();
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.run('loadVideoById', { videoId: 'orielmp4001' });
  expect(harness.settled).toMatchObject([{ name: 'loadVideoById', outcome: { code: 'command.replaced' } }]);
  expect(harness.unsettled).toEqual(['loadVideoById']);
});

test('a load that is stopped before its stream is open reports that', async () => {
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
