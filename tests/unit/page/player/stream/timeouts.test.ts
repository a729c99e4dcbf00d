import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { createPlayer, createPlaying, type PlayerHarness } from '../../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../../support/video-response.ts';
import { LIVE_FACTS } from '../../../../support/live-facts.ts';
import { STALL_TIMEOUT_MS } from '../../../../../src/page/player/stream/stall-watch.ts';

const { unstarted, buffering, playing, paused } = PLAYER_STATE;

/** A playing video that receives no more data; the clock is at the start of the stall. */
async function createStalled(): Promise<PlayerHarness> {
  const harness = await createPlaying({ script: { segmentSeconds: 4 } });
  harness.engine.isStalled = true;
  while (harness.states.length === 0) await harness.clock.advance(10);
  return harness;
}

test('a start without a picture fails after 30 seconds and not before', async () => {
  const { run, clock, failures, states } = createPlayer({ script: { dataMs: 10_000_000 } });
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(40 + STALL_TIMEOUT_MS - 10);
  expect(failures).toEqual([]);
  await clock.advance(20);
  expect(failures).toEqual(['net.timeout: nothing to play in time']);
  expect(states).toEqual([buffering, unstarted]);
});

test('an engine that never responds fails after 30 seconds, and its late response is ignored', async () => {
  const harness = createPlayer({ script: { openMs: STALL_TIMEOUT_MS + 5_000 } });
  const { run, clock, failures, states, element } = harness;
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(100 + STALL_TIMEOUT_MS);
  const { engine } = harness;
  expect(failures).toHaveLength(1);
  await clock.advance(10_000);
  expect([states.at(-1), element.paused]).toEqual([unstarted, true]);
  engine.script = { ...engine.script, openMs: 20 };
  run('playVideo');
  await clock.advance(1_000);
  expect(states.at(-1)).toBe(playing);
});

test('neither a successful start nor a stopped start leaves a timeout', async () => {
  const { run, clock, failures, states } = await createPlaying();
  run('pauseVideo');
  await clock.advance(STALL_TIMEOUT_MS);
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(10);
  run('stopVideo');
  await clock.advance(2 * STALL_TIMEOUT_MS);
  expect([failures, states.includes(paused)]).toEqual([[], true]);
});

test('a retry has a new timeout of 30 seconds', async () => {
  const harness = await createPlaying();
  harness.engine.giveUp();
  harness.engine.script = { ...harness.engine.script, openMs: 100_000 };
  harness.element.srcObject = {} as MediaProvider;
  await harness.clock.advance(10_000);
  harness.player.retry();
  await harness.clock.advance(STALL_TIMEOUT_MS - 10);
  expect(harness.failures).toHaveLength(1);
  await harness.clock.advance(20);
  expect(harness.failures).toHaveLength(2);
});

test('a stall without new data fails after 30 seconds and not before', async () => {
  const { clock, failures, states, player } = await createStalled();
  const { seconds } = player.getSnapshot().position;
  await clock.advance(STALL_TIMEOUT_MS - 20);
  expect(failures).toEqual([]);
  await clock.advance(30);
  expect(failures).toEqual(['net.timeout: nothing to play in time']);
  expect(states.at(-1)).toBe(unstarted);
  expect(player.getSnapshot().position.seconds).toBeCloseTo(seconds, 1);
});

test('new data give a stall another 30 seconds', async () => {
  const { clock, element, failures } = await createStalled();
  await clock.advance(20_000);
  element.append(20, 24);
  await clock.advance(STALL_TIMEOUT_MS);
  expect(failures).toEqual([]);
  await clock.advance(15_000);
  expect(failures).toHaveLength(1);
});

test.each<[string, (harness: PlayerHarness, isThere: boolean) => void]>([
  ['the network', (harness, isThere) => (harness.isOnline = isThere)],
  [
    'the encoder of a live stream',
    ({ engine }, isThere) =>
      engine.tell({ isLive: true, live: isThere ? LIVE_FACTS : { ...LIVE_FACTS, condition: 'stopped' } }),
  ],
])('a stall while %s is away does not time out until 30 seconds after its return', async (_, change) => {
  const harness = await createStalled();
  change(harness, false);
  await harness.clock.advance(20 * STALL_TIMEOUT_MS);
  expect(harness.failures).toEqual([]);
  change(harness, true);
  await harness.clock.advance(STALL_TIMEOUT_MS);
  expect(harness.failures).toHaveLength(1);
});

test('a retry after a stall continues at its position', async () => {
  const { clock, engine, element, player, failures, states } = await createStalled();
  const { currentTime } = element;
  await clock.advance(STALL_TIMEOUT_MS + 100);
  expect(failures).toHaveLength(1);
  engine.isStalled = false;
  player.retry();
  await clock.advance(500);
  expect(states.slice(-2)).toEqual([buffering, playing]);
  expect(element.currentTime).toBeGreaterThanOrEqual(currentTime - 0.5);
});

test.each([
  ['enough to play on', 60],
  ['a single picture', 0.04],
])('a start that is paused does not time out once it has %s', async (_, segmentSeconds) => {
  const { run, clock, failures, element } = createPlayer({ script: { segmentSeconds } });
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(50);
  run('pauseVideo');
  await clock.advance(2 * STALL_TIMEOUT_MS);
  expect([failures, element.readyState >= 2]).toEqual([[], true]);
});

test('a start that keeps loading does not time out, and a start that stops loading does', async () => {
  const { run, clock, failures, element } = createPlayer({ script: { dataMs: 10_000_000 } });
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(STALL_TIMEOUT_MS / 2);
  element.append(8, 9);
  await clock.advance(STALL_TIMEOUT_MS);
  expect(failures).toEqual([]);
  await clock.advance(STALL_TIMEOUT_MS);
  expect(failures).toHaveLength(1);
});
