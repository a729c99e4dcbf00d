import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { boxOf, drawn, textsOf } from './support/elements.ts';
import { give } from './support/give.ts';
import { finger, type Point } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const LEFT: Point = [60, 100];
const MIDDLE: Point = [320, 40];
const RIGHT: Point = [580, 100];
/** Taps are collected for so long before they seek. */
const COLLECT_MS = 450;

/** Shows a playing video whose controls have hidden. */
async function showPlaying(...[patch = HUNDRED, options]: Parameters<typeof showPlayer>): Promise<ShownPlayer> {
  const shown = await showPlayer(patch, options);
  shown.player.goTo(PLAYER_STATE.playing, { position: { seconds: 50, atMs: 0, rate: 0 } });
  await shown.clock.advance(3_000);
  await until(() => isIdle(shown)).toBe(true);
  return shown;
}

const isIdle = ({ root }: ShownPlayer): boolean => root.hasAttribute('data-idle');

async function tapTwice({ clock }: ShownPlayer, point: Point, betweenMs = 200): Promise<void> {
  await finger.tap(point);
  await clock.advance(betweenMs);
  await finger.tap(point);
}

/** Records requests for full screen instead of leaving the frame of the test runner. */
function noteFullscreen({ root }: ShownPlayer): string[] {
  const asked: string[] = [];
  give(document, 'fullscreenEnabled', true);
  root.requestFullscreen = async () => void asked.push('full screen');
  return asked;
}

test('a tap shows the controls without pausing, and the next one hides them', async () => {
  const shown = await showPlaying();
  await finger.tap(MIDDLE);
  expect(isIdle(shown)).toBe(false);
  await shown.clock.advance(1_000);
  await finger.tap(MIDDLE);
  expect(isIdle(shown)).toBe(true);
  expect(shown.player.getSnapshot().state).toBe(PLAYER_STATE.playing);
});

test('the second of two taps skips ahead even where the first tap has shown the seek bar', async () => {
  const shown = await showPlaying();
  const { left, top } = boxOf('.seek');
  const onTheBar: Point = [left + 600, top + 5];
  await tapTwice(shown, onTheBar);
  await shown.clock.advance(COLLECT_MS);
  expect(shown.commands('seekTo')).toEqual([[60, true]]);
  await shown.clock.advance(300);
  await finger.tap([320, 60]);
  await shown.clock.advance(1_000);
  await finger.tap(onTheBar);
  expect(shown.commands('seekTo')).toHaveLength(2);
});

test('taps are added up for as long as their sum is shown, however slow, and then a tap shows the controls', async () => {
  const shown = await showPlaying();
  await tapTwice(shown, RIGHT);
  for (const betweenMs of [384, 800, 950]) {
    await shown.clock.advance(betweenMs);
    await until(() => drawn('.notice').length).toBe(1);
    await finger.tap(RIGHT);
    expect(isIdle(shown)).toBe(true);
  }
  await shown.clock.advance(COLLECT_MS);
  await until(() => textsOf('.notice')).toEqual(['+40 sec']);
  const targets = shown.commands('seekTo').length;
  await shown.clock.advance(1_000);
  await finger.tap(RIGHT);
  expect(isIdle(shown)).toBe(false);
  await shown.clock.advance(COLLECT_MS);
  expect(shown.commands('seekTo')).toHaveLength(targets);
});

test.each([
  ['right', RIGHT, '+10 sec', 60],
  ['left', LEFT, '-10 sec', 40],
] as const)('two taps at the %s side seek by ten seconds, once no other tap follows', async (_, point, text, to) => {
  const shown = await showPlaying();
  await tapTwice(shown, point);
  await until(() => textsOf('.notice')).toEqual([text]);
  await shown.clock.advance(COLLECT_MS - 1);
  expect(shown.commands('seekTo')).toEqual([]);
  await shown.clock.advance(1);
  expect(shown.commands('seekTo')).toEqual([[to, true]]);
});

test('each further tap adds ten seconds to the shown time, and all taps are one seek', async () => {
  const shown = await showPlaying();
  await tapTwice(shown, RIGHT);
  for (const text of ['+20 sec', '+30 sec']) {
    await shown.clock.advance(200);
    await finger.tap(RIGHT);
    await until(() => textsOf('.notice')).toEqual([text]);
  }
  await shown.clock.advance(COLLECT_MS);
  expect(shown.commands('seekTo')).toEqual([[80, true]]);
});

test('the sought time appears at the side that was tapped, with a ripple there', async () => {
  const shown = await showPlaying();
  await tapTwice(shown, LEFT);
  await until(() => drawn('.ripple').length).toBe(1);
  expect(boxOf('.notice').right).toBeLessThan(320);
  expect(boxOf('.ripple').left + boxOf('.ripple').width / 2).toBeLessThan(320);
});

test('taps that seek leave the controls hidden, however many they are', async () => {
  const shown = await showPlaying();
  await tapTwice(shown, RIGHT);
  expect(isIdle(shown)).toBe(true);
  for (let taps = 3; taps <= 5; taps += 1) {
    await shown.clock.advance(200);
    await finger.tap(RIGHT);
    expect([taps, isIdle(shown)]).toEqual([taps, true]);
  }
});

test.each([
  ['slow', RIGHT, 301],
  ['of two sides', LEFT, 100],
] as const)('two taps that are %s are two single ones', async (_, second, betweenMs) => {
  const shown = await showPlaying();
  await finger.tap(RIGHT);
  await shown.clock.advance(betweenMs);
  await finger.tap(second);
  await shown.clock.advance(COLLECT_MS);
  expect(shown.commands('seekTo')).toEqual([]);
});

test('two taps in the middle ask for full screen once, and do not seek', async () => {
  const shown = await showPlaying();
  const asked = noteFullscreen(shown);
  await tapTwice(shown, MIDDLE);
  expect(asked).toEqual(['full screen']);
  await shown.clock.advance(100);
  await finger.tap(MIDDLE);
  expect(asked).toHaveLength(1);
  await shown.clock.advance(COLLECT_MS);
  expect(shown.commands('seekTo')).toEqual([]);
});

test('a finger that scrolls the page is no tap: no controls, no seek', async () => {
  const shown = await showPlaying();
  for (let scroll = 0; scroll < 2; scroll += 1) {
    await finger.down(RIGHT);
    for (const down of [5, 15, 30, 60]) await finger.moveTo([RIGHT[0], RIGHT[1] + down]);
    await finger.up();
  }
  await shown.clock.advance(COLLECT_MS);
  expect([isIdle(shown), shown.commands('seekTo')]).toEqual([true, []]);
});

test('two fingers that pinch are no taps', async () => {
  const shown = await showPlaying();
  for (let pinch = 0; pinch < 2; pinch += 1) {
    await finger.down(RIGHT, 1);
    await finger.down([500, 200], 2);
    await finger.up(2);
    await finger.up(1);
  }
  await shown.clock.advance(COLLECT_MS);
  expect(shown.commands('seekTo')).toEqual([]);
});
