import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { AutoplayPolicy } from '../../../support/fake-media-element.ts';
import { createPlayer, type PlayerHarness } from '../../../support/player-harness.ts';
import { VIDEO_ID } from '../../../support/video-response.ts';

const { unstarted, buffering, playing, paused, cued } = PLAYER_STATE;
const OTHER_ID = 'bbbbbbbbbbb';

function createWith(policy: AutoplayPolicy): PlayerHarness {
  const harness = createPlayer();
  harness.element.autoplayPolicy = policy;
  return harness;
}

async function loadWith(policy: AutoplayPolicy): Promise<PlayerHarness> {
  const harness = createWith(policy);
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  return harness;
}

const blockedCount = ({ names }: PlayerHarness): number =>
  names().filter((name) => name === 'onAutoplayBlocked').length;

test('a start that the browser refuses with sound plays muted, and is reported once [P6]', async () => {
  const harness = await loadWith('muted-only');
  const { element, states, player } = harness;
  expect([element.paused, element.muted]).toEqual([false, true]);
  expect(states).toEqual([buffering, playing]);
  expect(blockedCount(harness)).toBe(1);
  expect(player.getSnapshot()).toMatchObject({ muted: true, autoplayBlocked: true });
});

test('a muted start is recorded, even if a new source cancels its event [P6]', async () => {
  const harness = createWith('muted-only');
  harness.element.taskDelayMs = 200;
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  harness.player.onEvent(({ name }) => {
    // A change of the engine replaces the source in the same task.
    if (name === 'onAutoplayBlocked') queueMicrotask(() => (harness.element.srcObject = {} as MediaProvider));
  });
  await harness.rest();
  expect(harness.player.getSnapshot()).toMatchObject({ muted: true, autoplayBlocked: true });
});

test('turning on sound after a muted start clears autoplayBlocked [P6]', async () => {
  const { run, rest, element, player } = await loadWith('muted-only');
  element.autoplayPolicy = 'allowed';
  run('mute');
  expect(player.getSnapshot().autoplayBlocked).toBe(true);
  run('unMute', [], 'viewer');
  await rest();
  expect(player.getSnapshot()).toMatchObject({ muted: false, autoplayBlocked: false });
});

test('a start that the browser refuses even muted cues the video, and is reported once [P6]', async () => {
  const harness = await loadWith('denied');
  const { element, states, player } = harness;
  expect(states).toEqual([buffering, cued]);
  expect(blockedCount(harness)).toBe(1);
  expect([element.paused, element.muted]).toEqual([true, true]);
  expect(player.getSnapshot()).toMatchObject({ state: cued, waiting: false, autoplayBlocked: true, error: null });
});

test.each([
  ['a viewer’s press stays cued, without a fallback to muted playback', 'viewer', false, cued],
  ['a host plays muted', 'host', true, playing],
] as const)('if the browser refuses sound, a cued video that is started by %s [P6]', async (_, by, muted, state) => {
  const harness = createWith('muted-only');
  harness.run('cueVideoById', { videoId: VIDEO_ID });
  await harness.rest();
  harness.run('playVideo', [], by);
  await harness.rest();
  expect(harness.element.muted).toBe(muted);
  expect(harness.states).toEqual([cued, unstarted, buffering, state]);
  expect(blockedCount(harness)).toBe(1);
});

test('a press after a refused start plays, and a later refusal is reported again [P6]', async () => {
  const harness = await loadWith('denied');
  harness.element.autoplayPolicy = 'allowed';
  harness.run('playVideo', [], 'viewer');
  await harness.rest();
  expect(harness.states).toEqual([buffering, cued, unstarted, buffering, playing]);
  harness.run('pauseVideo');
  harness.element.autoplayPolicy = 'denied';
  await harness.rest();
  harness.run('playVideo');
  await harness.rest();
  expect(harness.states.at(-1)).toBe(cued);
  expect(blockedCount(harness)).toBe(2);
});

test('a refusal that arrives after a pause changes nothing [P6]', async () => {
  const harness = await loadWith('allowed');
  harness.run('pauseVideo');
  harness.states.length = 0;
  harness.element.autoplayPolicy = 'denied';
  harness.run('playVideo');
  harness.run('pauseVideo');
  await harness.rest();
  expect([blockedCount(harness), harness.element.muted]).toEqual([0, false]);
  expect(harness.player.getSnapshot().state).toBe(paused);
  expect(harness.states).not.toContain(cued);
});

test('a refusal of an earlier video changes nothing about the next [P6]', async () => {
  const harness = await loadWith('allowed');
  harness.run('pauseVideo');
  harness.element.autoplayPolicy = 'denied';
  harness.run('playVideo');
  harness.run('cueVideoById', { videoId: OTHER_ID });
  harness.element.autoplayPolicy = 'allowed';
  await harness.rest();
  expect([blockedCount(harness), harness.element.muted]).toEqual([0, false]);
  expect(harness.player.getSnapshot()).toMatchObject({ state: cued, video: { videoId: OTHER_ID } });
});

test('a start that is interrupted by a pause is not reported as refused [P6]', async () => {
  const harness = createWith('allowed');
  harness.run('loadVideoById', { videoId: VIDEO_ID });
  await harness.clock.advance(70);
  harness.run('pauseVideo');
  await harness.rest();
  expect(blockedCount(harness)).toBe(0);
  expect(harness.element.muted).toBe(false);
});

test('a refusal after a muted start is reported again [P6]', async () => {
  const harness = await loadWith('muted-only');
  harness.run('pauseVideo');
  harness.element.autoplayPolicy = 'denied';
  harness.run('playVideo');
  await harness.rest();
  expect(blockedCount(harness)).toBe(2);
});

test.each([
  ['the controls of the browser', ({ element }: PlayerHarness) => void element.play()],
  ['a seek', ({ run }: PlayerHarness) => void run('seekTo', [4, true])],
])('a video whose start was refused is cued, and %s can start it [P6]', async (_, play) => {
  const harness = await loadWith('denied');
  harness.element.autoplayPolicy = 'allowed';
  play(harness);
  await harness.rest();
  expect(harness.states).toEqual([buffering, cued, unstarted, buffering, playing]);
  expect(harness.element.paused).toBe(false);
});

test('a viewer’s press calls play on the element within the press, even if the start has already called it [P6]', async () => {
  const { run, clock, element } = createWith('allowed');
  let asked = 0;
  const play = element.play.bind(element);
  element.play = () => {
    asked += 1;
    return play();
  };
  run('loadVideoById', { videoId: VIDEO_ID });
  await clock.advance(70);
  const before = asked;
  run('playVideo');
  expect(asked).toBe(before);
  run('playVideo', [], 'viewer');
  expect(asked).toBe(before + 1);
});
