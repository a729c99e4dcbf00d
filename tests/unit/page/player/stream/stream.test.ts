import { expect, test } from 'vitest';
import { fail } from '../../../../../protocol/runtime/outcome.ts';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { createPlayer, createPlaying } from '../../../../support/player-harness.ts';
import { VIDEO_ID, VIDEO_SECONDS } from '../../../../support/video-response.ts';
import { PROGRESS_INTERVAL_MS } from '../../../../../src/page/player/progress-interval.ts';

const { unstarted, buffering, playing, paused, cued } = PLAYER_STATE;
const OTHER_ID = 'bbbbbbbbbbb';
const targets = (calls: readonly string[]): string[] => calls.filter((call) => call.startsWith('target'));

test.each([
  'canplay',
  'durationchange',
  'emptied',
  'ended',
  'loadeddata',
  'loadedmetadata',
  'playing',
  'ratechange',
  'seeked',
  'seeking',
  'waiting',
])('an element that plays against the intent to pause is paused after the event %s', async (type) => {
  const { run, clock, element } = await createPlaying();
  run('pauseVideo');
  await clock.advance(100);
  element.paused = false;
  element.dispatchEvent(new Event(type));
  expect(element.paused).toBe(true);
});

test.each([
  ['before its engine has loaded', 500, 20],
  ['while its engine opens', 0, 500],
])(
  'a stream that is closed %s leaves neither an engine nor playback nor a position on the element',
  async (_, engineMs, openMs) => {
    const harness = createPlayer({ script: { openMs } });
    const { run, clock, element, player } = harness;
    harness.engineMs = engineMs;
    run('loadVideoById', { videoId: VIDEO_ID, startSeconds: 4 });
    await clock.advance(100);
    expect([element.paused, element.currentTime]).toEqual([false, 4]);
    run('stopVideo');
    expect([element.paused, element.currentTime, player.getSnapshot().state]).toEqual([true, 0, cued]);
    await harness.rest();
    expect([element.srcObject, harness.engine.calls.at(-1)]).toEqual([null, 'detach']);
  },
);

test('an engine whose code arrives after another video was cued is detached, and loads no stream', async () => {
  const harness = createPlayer();
  harness.engineMs = 300;
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(100);
  harness.run('cueVideoById', { videoId: OTHER_ID });
  await harness.rest();
  expect(harness.engines.map(({ calls }) => calls)).toEqual([['detach']]);
});

test('an engine whose code fails to load fails the video, and a retry requests the code again', async () => {
  const harness = createPlayer();
  harness.engineFailure = fail('net.connect', 'no code');
  harness.run('loadVideoById', { videoId: VIDEO_ID, startSeconds: 4 });
  await harness.rest();
  expect(harness.failures).toEqual(['net.connect: no code']);
  harness.engineFailure = null;
  harness.player.retry();
  await harness.clock.advance(1_000);
  expect(harness.engine.starts).toEqual([4]);
  expect(harness.player.getSnapshot()).toMatchObject({ state: playing, error: null });
});

test('a retry of a stream that has not failed opens no engine', async () => {
  const opening = createPlayer();
  opening.engineMs = 300;
  opening.run('loadVideoById', { videoId: VIDEO_ID });
  await opening.clock.advance(100);
  opening.player.retry();
  await opening.rest();
  expect([opening.engines.length, opening.engine.starts]).toEqual([1, [0]]);
  opening.player.retry();
  await opening.rest();
  expect([opening.engines.length, opening.engine.starts]).toEqual([1, [0]]);
});

test('a head start that plays before the engine has loaded is reported as playing, and is not moved back', async () => {
  const harness = createPlayer();
  const { run, clock, element, player, states } = harness;
  harness.engineMs = 2_000;
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(100);
  element.srcObject = {} as MediaProvider;
  element.loadMetadata(VIDEO_SECONDS);
  element.append(0, 10);
  await clock.advance(10);
  expect([states, player.getSnapshot().mediaPath]).toEqual([[buffering, playing], null]);
  await clock.advance(1_000);
  expect(element.currentTime).toBeGreaterThan(0.9);
});

test('events of an engine whose stream was closed are ignored', async () => {
  const { run, engine, player, events, refusals } = await createPlaying();
  run('stopVideo');
  events.length = 0;
  const before = player.getSnapshot();
  engine.tell({ quality: 'hd720' });
  engine.refuseWorker('late');
  expect([events, refusals, player.getSnapshot()]).toEqual([[], [], before]);
});

test('an ended event after a failure does not advance the list', async () => {
  const harness = createPlayer();
  const { run, clock, element, player } = harness;
  run('loadPlaylist', { playlist: [VIDEO_ID, OTHER_ID] });
  await clock.advance(1_000);
  harness.engine.giveUp();
  element.ended = true;
  element.dispatchEvent(new Event('ended'));
  expect(player.getSnapshot()).toMatchObject({ state: unstarted, playlist: { index: 0 } });
  expect(player.getSnapshot().error).not.toBeNull();
});

test('an emptied source is reported to the engine with the viewer’s position as the target', async () => {
  const { run, clock, engine, element } = await createPlaying();
  run('pauseVideo');
  run('seekTo', [5, true]);
  await clock.advance(1_000);
  engine.calls.length = 0;
  element.readyState = 0;
  element.dispatchEvent(new Event('emptied'));
  expect(targets(engine.calls)).toEqual(['target 5']);
});

test('the position at which a source was lost is extrapolated from the last sample', async () => {
  const { run, clock, engine, player, element } = await createPlaying();
  run('setPlaybackRate', [2]);
  await clock.advance(3_000 + PROGRESS_INTERVAL_MS / 2);
  const before = element.currentTime;
  engine.calls.length = 0;
  void engine.die();
  await clock.advance(10);
  const [target = ''] = targets(engine.calls);
  expect(Math.abs(Number(target.replace('target ', '')) - before)).toBeLessThan(0.05);
  run('pauseVideo');
  expect(Math.abs(player.getSnapshot().position.seconds - before)).toBeLessThan(0.05);
});

test('a lost source leads to the state buffering, not ended', async () => {
  const { clock, engine, player, states } = await createPlaying();
  engine.script = { ...engine.script, openMs: 500 };
  void engine.die();
  await clock.advance(50);
  expect(states).toEqual([buffering]);
  expect(player.getSnapshot()).toMatchObject({ waiting: true, position: { rate: 0 } });
});

test('an element that waits while paused is not buffering', async () => {
  const { run, clock, element, player, states } = await createPlaying();
  run('pauseVideo');
  await clock.advance(100);
  element.dispatchEvent(new Event('waiting'));
  expect([states, player.getSnapshot().waiting]).toEqual([[paused], false]);
});

test('the position has a rate from the first playing state on', async () => {
  const { run, clock, player } = createPlayer();
  const rates: number[] = [];
  player.onEvent(({ name, data }) => {
    if (name === 'onStateChange' && data === playing) rates.push(player.getSnapshot().position.rate);
  });
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(1_000);
  expect(rates).toEqual([1]);
});

test('a playing video is sampled once an interval, and a paused video is not sampled', async () => {
  const { run, clock, engine } = await createPlaying();
  const count = async (): Promise<number> => {
    const before = engine.looks;
    await clock.advance(20 * PROGRESS_INTERVAL_MS);
    return engine.looks - before;
  };
  expect(await count()).toBe(20);
  run('pauseVideo');
  await clock.advance(PROGRESS_INTERVAL_MS);
  expect([await count(), clock.pendingCount()]).toEqual([0, 0]);
});
