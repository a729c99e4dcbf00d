import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, drawn, find, middleOf, textsOf } from './support/elements.ts';
import { finger, mouse } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { touchPicture } from './support/touch-picture.ts';
import { until } from './support/until.ts';

/** A paused video whose viewer has put a finger on its upper edge. */
async function showForFinger(...[patch = HUNDRED, options]: Parameters<typeof showPlayer>): Promise<ShownPlayer> {
  const shown = await showPlayer(patch, options);
  await touchPicture(shown);
  await until(() => [all('.centre-controls').length, drawn('.control-bar').length]).toEqual([1, 1]);
  return shown;
}

const centre = (): string[] => drawn('.centre-controls button').map(({ ariaLabel }) => ariaLabel ?? '');
const sizesOf = (selector: string): number[] =>
  drawn(selector).map((one) => Math.min(one.offsetWidth, one.offsetHeight));

test('the touch layout has back, play and forward in the middle, and no play button in the bar', async () => {
  const { root } = await showForFinger();
  expect(root.dataset['pointer']).toBe('coarse');
  expect(centre()).toEqual(['Back 10 seconds', 'Play', 'Forward 10 seconds']);
  expect(drawn('.bar-play')).toEqual([]);
});

test('the first move of a mouse restores the mouse layout, and the next touch the touch layout', async () => {
  const { root } = await showForFinger();
  await mouse.moveTo([300, 100]);
  await until(() => root.dataset['pointer']).toBe('fine');
  await until(() => drawn('.centre-controls')).toEqual([]);
  expect(drawn('.bar-play')).toHaveLength(1);
  await finger.down([300, 100]);
  await until(() => root.dataset['pointer']).toBe('coarse');
  await until(() => drawn('.centre-play').length).toBe(1);
});

test.each([
  { width: 1280, height: 720, least: 48 },
  { width: 640, height: 360, least: 48 },
  { width: 344, height: 194, least: 48 },
  { width: 320, height: 160, least: 44 },
  { width: 200, height: 113, least: 44 },
])('in a frame of $width × $height every touch button is at least $least px, and uncovered', async (one) => {
  await showForFinger(HUNDRED, { size: [one.width, one.height] });
  const sizes = sizesOf('.icon-button');
  expect(sizes.length).toBeGreaterThan(2);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(one.least);
  for (const button of drawn('.icon-button')) {
    const { left, top, width, height } = button.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    expect([button.ariaLabel, button.contains(met)]).toEqual([button.ariaLabel, true]);
  }
});

test.each([
  [640, 360],
  [344, 194],
])('in a frame of %i × %i a touch spinner surrounds the play button in the middle', async (width, height) => {
  await showForFinger({ ...HUNDRED, state: PLAYER_STATE.paused, seeking: true }, { size: [width, height] });
  await until(() => drawn('.spinner').length).toBe(1);
  const [playX, playY] = middleOf('.centre-play');
  // The circle turns, its box does not move.
  const [ringX, ringY] = middleOf('.spinner');
  expect([Math.round(ringX - playX), Math.round(ringY - playY)]).toEqual([0, 0]);
  const svg = find('.spinner').querySelector('svg') as SVGElement;
  const innerPx = (Number.parseFloat(getComputedStyle(svg).width) / 48) * (2 * 19 - 2.2);
  expect(innerPx).toBeGreaterThan(find('.centre-play').offsetWidth);
});

test('hidden buttons in the middle stay available to screen readers, and a tap on them only shows the controls', async () => {
  const { clock, root, commands } = await showForFinger();
  await finger.tap(middleOf('.centre-play'));
  await until(() => find('.centre-play').ariaLabel).toBe('Pause');
  await clock.advance(10_000);
  await until(() => root.hasAttribute('data-idle')).toBe(true);
  for (const animation of document.getAnimations()) animation.finish();
  expect(centre()).toEqual([]);
  const reachable = all('.centre-controls button').filter((one) => one.checkVisibility({ visibilityProperty: true }));
  expect(reachable.map(({ ariaLabel }) => ariaLabel)).toEqual(['Back 10 seconds', 'Pause', 'Forward 10 seconds']);
  await finger.tap(middleOf('.centre-play'));
  await until(() => root.hasAttribute('data-idle')).toBe(false);
  expect(commands('pauseVideo')).toEqual([]);
});

test('the skip buttons in the middle seek at once, and the notice adds up their seconds', async () => {
  const { clock, commands } = await showForFinger();
  await finger.tap(middleOf('.skip-button[data-icon="skipForward"]'));
  await until(() => textsOf('.notice')).toEqual(['+10 sec']);
  await finger.tap(middleOf('.skip-button[data-icon="skipForward"]'));
  await until(() => textsOf('.notice')).toEqual(['+20 sec']);
  expect(commands('seekTo')).toEqual([
    [20, true],
    [30, true],
  ]);
  await finger.tap(middleOf('.skip-button[data-icon="skipBack"]'));
  await until(() => textsOf('.notice')).toEqual(['-10 sec']);
  await clock.advance(1_000);
  await until(() => textsOf('.notice')).toEqual([]);
});

test('the button in the middle plays, pauses, and replays at the end where there is no end screen', async () => {
  const { player } = await showForFinger(HUNDRED, { query: 'endscreen=0' });
  const label = () => find('.centre-play').ariaLabel;
  await finger.tap(middleOf('.centre-play'));
  await until(label).toBe('Pause');
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  await finger.tap(middleOf('.centre-play'));
  await until(label).toBe('Play');
  player.goTo(PLAYER_STATE.ended);
  await until(label).toBe('Replay');
});
