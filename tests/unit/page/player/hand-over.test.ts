import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { positionAt } from '../../../../src/page/player/player.ts';
import { createPlayer, createPlaying, type PlayerHarness } from '../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../support/video-response.ts';

/**
 * On a busy machine an element's events arrive late, and an engine attaches or replaces its source after a viewer has
 * sought. A digit key was lost that way: it was kept only if no picture had been seen, which was read from events.
 */
const LATE_EVENTS_MS = 600;
const OTHER_ID = 'bbbbbbbbbbb';

async function restAndRead({ clock, element, player }: PlayerHarness): Promise<readonly number[]> {
  await clock.advance(5_000);
  const { seconds } = player.getSnapshot().position;
  const shownSeconds = positionAt(player.getSnapshot(), clock.monotonicNow());
  expect(Math.abs(shownSeconds - element.currentTime)).toBeLessThan(0.2);
  return [element.currentTime, seconds];
}

test('a seek to 0 is kept if the engine was started at the target of an earlier seek', async () => {
  const harness = await createPlaying();
  const { run, clock, element } = harness;
  element.taskDelayMs = LATE_EVENTS_MS;
  harness.script = { ...harness.script, openMs: 300 };
  run('cueVideoById', { videoId: OTHER_ID });
  await clock.advance(100);
  run('seekTo', [14, true]);
  await clock.advance(100);
  run('seekTo', [0, true]);
  const [currentTime] = await restAndRead(harness);
  expect(currentTime).toBeLessThan(5.1);
});

test('a seek between load and the first picture is kept if events are late', async () => {
  const harness = createPlayer();
  const { run, clock, element } = harness;
  element.taskDelayMs = LATE_EVENTS_MS;
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(50);
  run('seekTo', [2.8, true]);
  const [currentTime] = await restAndRead(harness);
  expect(currentTime).toBeGreaterThanOrEqual(2.8);
  expect(currentTime).toBeLessThan(8);
});

test('a seek right before the engine takes over from the head start is kept', async () => {
  const harness = await createPlaying();
  const { run, clock, engine } = harness;
  run('seekTo', [14, true]);
  engine.takeOver();
  await clock.advance(200);
  const [currentTime] = await restAndRead(harness);
  expect(currentTime).toBeGreaterThanOrEqual(14);
  expect(currentTime).toBeLessThan(19.3);
});

test('a seek of a paused video right before the engine takes over is kept, and the video stays paused', async () => {
  const harness = await createPlaying();
  const { run, engine, element } = harness;
  run('pauseVideo');
  run('seekTo', [2.8, true]);
  engine.takeOver();
  const [currentTime, seconds] = await restAndRead(harness);
  expect([currentTime, seconds, element.paused]).toEqual([2.8, 2.8, true]);
});

test('a head start that plays is paused if a host has cued a video since', async () => {
  const { run, rest, clock, element, player } = createPlayer();
  element.srcObject = {} as MediaProvider;
  element.append(0, 4);
  const begin = (): void => void element.play().catch(() => undefined);
  begin();
  run('cueVideoById', { videoId: VIDEO_ID, startSeconds: 4 });
  await rest();
  expect([element.paused, player.getSnapshot().state]).toEqual([true, PLAYER_STATE.cued]);
  // A head start that begins to play later is paused, too.
  begin();
  await clock.advance(500);
  expect(element.paused).toBe(true);
});

test('an element that loses its source at any moment after a seek continues to play', async () => {
  for (let lostAtMs = 1_500; lostAtMs < 2_200; lostAtMs += 1) {
    const harness = createPlayer({
      script: { openMs: 200, metadataMs: 106, dataMs: 243, segmentSeconds: 2, seeksToStart: false },
    });
    const { run, rest, clock, element } = harness;
    run('loadVideoById', { videoId: VIDEO_ID });
    run('seekTo', [0, true]);
    element.taskDelayMs = 167;
    await clock.advance(lostAtMs);
    void harness.engine.die();
    element.taskDelayMs = 0;
    await rest();
    expect([lostAtMs, element.paused]).toEqual([lostAtMs, false]);
  }
});
