import { expect, test } from 'vitest';
import { succeed } from '../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { LIVE_FACTS } from '../../../support/live-facts.ts';
import { createPlayer, type PlayerHarness } from '../../../support/player-harness.ts';
import { videoResponse, VIDEO_ID } from '../../../support/video-response.ts';

const WINDOW_END_SECONDS = 1_000;

async function createLive(startSeconds?: number, allowLiveDvr = true): Promise<PlayerHarness> {
  const harness = createPlayer({
    script: { durationSeconds: 100_000, state: { isLive: true, seekable: [900, WINDOW_END_SECONDS] } },
  });
  harness.respond = ({ videoId }) =>
    succeed(videoResponse(videoId, { details: { isLive: true, allowLiveDvr, lengthSeconds: 0 } }));
  harness.run('loadVideoById', { videoId: VIDEO_ID, ...(startSeconds === undefined ? {} : { startSeconds }) });
  await harness.clock.advance(100);
  harness.engine.jump(WINDOW_END_SECONDS - 5);
  await harness.clock.advance(500);
  return harness;
}

test('the seekable window of a live stream is the window of the engine, not of the element', async () => {
  const { engine, player } = await createLive();
  expect(player.getSnapshot()).toMatchObject({ seekable: [900, 1_000], durationSeconds: 1_000 });
  engine.tell({ seekable: [910, 1_010] });
  expect(player.getSnapshot()).toMatchObject({ seekable: [910, 1_010], durationSeconds: 1_010 });
  engine.tell({ seekable: null });
  expect(player.getSnapshot().seekable).toEqual([910, 1_010]);
});

test.each([
  ['a long window', 900, undefined, 10],
  ['a short window, of which half counts', 4, undefined, 4],
  ['a target latency of 6 s', 900, 6, 6],
  ['a target latency of 18 s', 900, 18, 10],
  ['a target latency of 1 s', 900, 1, 4],
])('with %s (%i s, target latency %s) the live head reaches %i s back', async (_, windowSeconds, target, tolerance) => {
  const { engine, element, player } = await createUnknown();
  element.pause();
  const { currentTime } = element;
  const live = target === undefined ? undefined : { ...LIVE_FACTS, targetLatencySeconds: target };
  engine.tell({ isLive: true, live, seekable: [currentTime - windowSeconds, currentTime + tolerance - 0.1] });
  expect(player.getSnapshot().isAtLiveHead).toBe(true);
  engine.tell({ isLive: true, live, seekable: [currentTime - windowSeconds, currentTime + tolerance] });
  expect(player.getSnapshot().isAtLiveHead).toBe(false);
});

test('a live stream with a new source does not return to its old position', async () => {
  const { clock, engine, element } = await createLive();
  await clock.advance(5_000);
  engine.calls.length = 0;
  engine.takeOver();
  await clock.advance(300);
  expect(engine.calls.filter((call) => call.startsWith('target'))).toEqual([]);
  expect([element.paused, element.currentTime < 900]).toEqual([false, true]);
});

test.each([
  ['without a start begins at its head', undefined, 0],
  ['with a start begins at the start', 950, 950],
])('a live stream %s, and is retried at its head', async (_, startSeconds, begin) => {
  const { clock, engine, player } = await createLive(startSeconds);
  engine.giveUp();
  await clock.advance(1_000);
  player.retry();
  await clock.advance(500);
  expect(engine.starts).toEqual([begin, 0]);
  expect(player.getSnapshot()).toMatchObject({ state: PLAYER_STATE.playing, error: null });
});

test('a seek to a fraction of a live stream goes between its oldest second and its head', async () => {
  const { run, clock, player, element } = await createLive();
  run('pauseVideo');
  player.seekToFraction(0.5, 'viewer');
  await clock.advance(500);
  expect(element.currentTime).toBe(950);
});

test('a seek to a fraction of a live stream without a window is ignored', async () => {
  const { run, clock, player, element } = await createLive(undefined, false);
  run('pauseVideo');
  await clock.advance(10);
  const { currentTime } = element;
  player.seekToFraction(0.5, 'viewer');
  await clock.advance(500);
  expect(element.currentTime).toBe(currentTime);
});

test('a live stream is opened without a target position', async () => {
  const { engine } = await createLive();
  expect(engine.calls.filter((call) => call.startsWith('target'))).toEqual([]);
});

// — The playlist decides whether a stream is live, also against the catalog —

/** The catalog describes the stream as a video, and the engine has not read the playlist yet. */
async function createUnknown(): Promise<PlayerHarness> {
  const harness = createPlayer({ script: { durationSeconds: 60, state: { isLive: null } } });
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(500);
  return harness;
}

test('a stream that the catalog describes as a video becomes live once its playlist is live', async () => {
  const { engine, player } = await createUnknown();
  expect(player.getSnapshot().video.isLive).toBe(false);
  engine.tell({ isLive: true, seekable: [20, 54], live: LIVE_FACTS });
  expect(player.getSnapshot()).toMatchObject({
    video: { isLive: true, allowLiveDvr: true },
    seekable: [20, 54],
    durationSeconds: 54,
    live: LIVE_FACTS,
  });
});

test('a stream that its playlist has made live does not return to its old position with a new source', async () => {
  const { clock, engine } = await createUnknown();
  engine.tell({ isLive: true, seekable: [20, 54], live: LIVE_FACTS });
  engine.calls.length = 0;
  engine.takeOver();
  await clock.advance(300);
  expect(engine.calls.filter((call) => call.startsWith('target'))).toEqual([]);
});

test('a live stream that ends becomes a video whose seekable range begins where the window began', async () => {
  const { engine, element, player } = await createUnknown();
  engine.tell({ isLive: true, seekable: [20, 54], live: LIVE_FACTS });
  engine.tell({ isLive: false, seekable: [20, 60], live: undefined });
  const ended = { video: { isLive: false }, seekable: [20, 60], durationSeconds: 60, live: null, isAtLiveHead: false };
  expect(player.getSnapshot()).toMatchObject(ended);
  element.dispatchEvent(new Event('durationchange'));
  expect(player.getSnapshot()).toMatchObject({ seekable: [20, 60] });
});

test('the next video has no live state of the previous stream', async () => {
  const { engine, player, run, clock } = await createUnknown();
  engine.tell({ isLive: true, live: { ...LIVE_FACTS, condition: 'stopped' } });
  run('loadVideoById', { videoId: 'otherfilm01' });
  expect(player.getSnapshot().live).toBeNull();
  await clock.advance(500);
  expect(player.getSnapshot().video.isLive).toBe(false);
});
