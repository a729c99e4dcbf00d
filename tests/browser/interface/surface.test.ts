import { beforeEach, expect, test } from 'vitest';
import { page as frame } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { boxOf, drawn, find } from './support/elements.ts';
import { give } from './support/give.ts';
import { finger, mouse, type Point } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showPlayer({ state: PLAYER_STATE.playing });
  await until(() => drawn('.control-bar').length).toBe(1);
});

function haveFullscreen(onRequest: () => void): void {
  give(document, 'fullscreenEnabled', true);
  shown.root.requestFullscreen = async () => onRequest();
}

const PICTURE: Point = [150, 150];
const executed = (): string[] => shown.player.executed.map(({ command }) => command.name);
const isShown = (): boolean => !shown.root.hasAttribute('data-idle');

test('a click on the picture pauses, and another one plays', async () => {
  await mouse.click(PICTURE);
  await shown.clock.advance(1_000);
  await mouse.click(PICTURE);
  expect(executed()).toEqual(['pauseVideo', 'playVideo']);
  expect(shown.player.executed.every(({ by }) => by === 'viewer')).toBe(true);
});

test.each<[keyof typeof PLAYER_STATE, string]>([
  ['cued', 'playVideo'],
  ['unstarted', 'playVideo'],
  ['buffering', 'pauseVideo'],
  ['paused', 'playVideo'],
  ['ended', 'playVideo'],
])('a click on the picture of a video that is %s runs %s', async (state, command) => {
  shown.player.goTo(PLAYER_STATE[state]);
  shown.media.click();
  expect(executed()).toEqual([command]);
});

test('a press on the picture that is released on a control does not pause', async () => {
  await mouse.press(PICTURE);
  const { left, top } = document.querySelector('.settings-button')?.getBoundingClientRect() ?? new DOMRect();
  await mouse.moveTo([left + 10, top + 10]);
  await mouse.release();
  expect(executed()).toEqual([]);
});

test.each([
  ['the poster', '.media'],
  ['the play button', '.big-play'],
])('a double click that begins on %s plays, in full screen', async (_, first) => {
  let requests = 0;
  haveFullscreen(() => (requests += 1));
  shown.player.goTo(PLAYER_STATE.cued);
  find(first).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  shown.media.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  shown.media.dispatchEvent(new MouseEvent('dblclick', { bubbles: true, detail: 2 }));
  expect([executed(), requests]).toEqual([['playVideo'], 1]);
});

test('a tap on the poster plays', async () => {
  shown.player.goTo(PLAYER_STATE.cued);
  await finger.tap(PICTURE);
  await until(executed).toEqual(['playVideo']);
});

test('a tap on a paused video hides the controls, the next tap shows them, and the video stays paused', async () => {
  shown.player.goTo(PLAYER_STATE.paused);
  await finger.tap(PICTURE);
  expect(isShown()).toBe(false);
  await shown.clock.advance(60_000);
  await finger.tap(PICTURE);
  expect([executed(), isShown()]).toEqual([[], true]);
});

test('the double click that a browser reports after a tap does not request full screen', async () => {
  let requests = 0;
  haveFullscreen(() => (requests += 1));
  await finger.tap(PICTURE);
  shown.media.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
  expect(requests).toBe(0);
});

test.each([
  [200, 113],
  [240, 135],
  [320, 180],
])('in a frame of %i × %i the seek bar lies below the middle, where a press starts playback', async (width, height) => {
  await frame.viewport(width, height);
  expect(boxOf('.seek').top).toBeGreaterThan(height / 2 + 10);
});
