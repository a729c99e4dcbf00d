import { expect, onTestFinished, test } from 'vitest';
import { page as frame, userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { all, boxOf, drawn, find, middleOf, textsOf } from './support/elements.ts';
import { openInterface, type OpenInterface } from './support/open-interface.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { until } from './support/until.ts';

/** Mounts React without the features, as after a start of the interface that has failed. */
async function showPlain(patch: Partial<PlayerSnapshot> = HUNDRED, query = ''): Promise<OpenInterface> {
  await frame.viewport(640, 360);
  await mouse.leave();
  const opened = await openInterface(patch, { query });
  opened.mount(null);
  await until(() => opened.container.childElementCount).toBe(1);
  return opened;
}

const slider = (): HTMLInputElement => find('.plain-seek') as HTMLInputElement;

test('without an interface there are words to play and to pause, and a slider of the browser', async () => {
  const { player } = await showPlain();
  expect(find('.control-bar').ariaLabel).toBe('Playback controls');
  expect([textsOf('.plain-play'), slider().ariaLabel]).toEqual([['Play'], 'Seek']);
  await mouse.click(middleOf('.plain-play'));
  await until(() => textsOf('.plain-play')).toEqual(['Pause']);
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  await mouse.click(middleOf('.plain-play'));
  await until(() => textsOf('.plain-play')).toEqual(['Play']);
});

test('the slider shows the place, follows playback by the second, and seeks as it moves', async () => {
  const { clock, player } = await showPlain();
  expect([slider().min, slider().max, slider().value]).toEqual(['0', '100', '10']);
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 10, atMs: 0, rate: 2 } });
  await clock.advance(1_000);
  await until(() => slider().value).toBe('12');
  await userEvent.click(slider(), { position: { x: slider().clientWidth / 2, y: slider().clientHeight / 2 } });
  expect(player.executed.at(-1)).toMatchObject({ command: { name: 'seekTo' }, by: 'viewer' });
  expect(player.getSnapshot().position.seconds).toBeCloseTo(50, -0.5);
});

test('the slider runs from left to right in every language', async () => {
  await showPlain();
  onTestFinished(() => void (document.documentElement.dir = 'ltr'));
  document.documentElement.dir = 'rtl';
  expect(getComputedStyle(slider()).direction).toBe('ltr');
});

test('an error replaces the controls: the provider’s message, and a retry where it can help', async () => {
  const { player } = await showPlain();
  player.set({ error: { code: 'net.connect', title: 'No connection', advice: '', retryable: true } });
  await until(() => textsOf('.error-card h2')).toEqual(['No connection']);
  expect([find('.error-card').role, drawn('.control-bar')]).toEqual(['alert', []]);
  await mouse.click(middleOf('.error-card button'));
  expect(player.executed.at(-1)).toMatchObject({ command: { name: 'playVideo' }, by: 'viewer' });
});

test('keyboard focus on the play button of the first paint moves to the plain play button as playback starts', async () => {
  const { player, given } = await showPlain({ ...HUNDRED, state: PLAYER_STATE.cued });
  given.page.bigPlay.focus({ focusVisible: true } as FocusOptions);
  player.goTo(PLAYER_STATE.playing);
  await until(() => document.activeElement).toBe(find('.plain-play'));
});

test('with controls=0 there are no plain controls, but a play button for the keyboard, and error cards', async () => {
  const { player } = await showPlain(HUNDRED, 'controls=0');
  expect(drawn('.control-bar, .lone-play')).toEqual([]);
  await userEvent.tab();
  expect(document.activeElement).toBe(find('.lone-play'));
  expect(drawn('.lone-play').length).toBe(1);
  await userEvent.keyboard('{Enter}');
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  player.set({ error: { code: 'net.connect', title: 'No connection', advice: '', retryable: true } });
  await until(() => textsOf('.error-card h2')).toEqual(['No connection']);
  player.set({ error: null });
  await until(() => all('.error-card')).toEqual([]);
  expect(all('.control-bar')).toEqual([]);
});

test('the controls are at the bottom of the picture, each large enough to be pressed', async () => {
  await showPlain();
  for (const part of ['.plain-seek', '.plain-play']) {
    const { width, height, bottom } = boxOf(part);
    expect([Math.min(width, height) >= 24, bottom <= 360]).toEqual([true, true]);
  }
});
