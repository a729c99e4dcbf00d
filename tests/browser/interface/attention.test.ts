import { beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { Attention } from '../../../src/page/interface/attention/attention.ts';
import { watchAttention } from '../../../src/page/interface/attention/watch-attention.ts';
import { drawn, find, middleOf } from './support/elements.ts';
import { waitUntilClosed } from './support/panel-parts.ts';
import { mouse, type Point } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

/** How long the controls stay after an input, and for the focus of a keyboard. */
const SHORT_MS = 3_000;
const LONG_MS = 10_000;

let shown: ShownPlayer;

beforeEach(async () => {
  shown = await showPlayer({ state: PLAYER_STATE.playing });
  await until(() => drawn('.control-bar, .top-actions').length).toBe(2);
});

const isHidden = (): boolean => shown.root.hasAttribute('data-idle');
const PICTURE: Point = [150, 150];

/** Expects that the controls stay until just before the time is over, and hide then. */
async function expectHiddenAfter(durationMs: number): Promise<void> {
  expect(isHidden()).toBe(false);
  await shown.clock.advance(durationMs - 1);
  expect(isHidden()).toBe(false);
  await shown.clock.advance(1);
  expect(isHidden()).toBe(true);
}

async function hide(): Promise<void> {
  await shown.clock.advance(LONG_MS);
  expect(isHidden()).toBe(true);
}

test('controls of a video that plays hide after three seconds, and take their mouse cursor with them', async () => {
  await expectHiddenAfter(SHORT_MS);
  expect(getComputedStyle(shown.root).cursor).toBe('none');
  for (const animation of document.getAnimations()) animation.finish();
  expect(drawn('.control-bar, .top-actions')).toEqual([]);
});

const ringOf = (selector: string): string => getComputedStyle(find(selector)).outlineStyle;

test('a control that a keyboard has focused keeps its ring when the controls come back, by themselves or by a mouse', async () => {
  await userEvent.tab();
  find('.bar-play').focus();
  expect(ringOf('.bar-play')).toBe('solid');
  await hide();
  await mouse.moveTo(PICTURE);
  expect([isHidden(), ringOf('.bar-play')]).toEqual([false, 'solid']);
  await hide();
  shown.player.goTo(PLAYER_STATE.ended);
  await until(() => drawn('.control-bar').length).toBe(1);
  expect([find('.bar-play') === document.activeElement, ringOf('.bar-play')]).toEqual([true, 'solid']);
});

test('a control that a mouse has pressed gets no ring by a shortcut, nor by the controls that come back', async () => {
  await mouse.click(middleOf('.bar-play'));
  await userEvent.keyboard('m');
  expect([find('.bar-play') === document.activeElement, ringOf('.bar-play')]).toEqual([true, 'none']);
});

test('a pointer event of a mouse that has not moved does not show the controls', async () => {
  await mouse.moveTo(PICTURE);
  await hide();
  const rest = { pointerType: 'mouse', screenX: 1, screenY: 1, bubbles: true };
  shown.root.dispatchEvent(new PointerEvent('pointermove', rest));
  expect(isHidden()).toBe(false);
  await hide();
  shown.root.dispatchEvent(new PointerEvent('pointermove', rest));
  expect(isHidden()).toBe(true);
});

test('a shortcut shows the controls for three seconds, a modifier key alone does not', async () => {
  await hide();
  await userEvent.keyboard('{Shift}{Control}{Alt}');
  expect(isHidden()).toBe(true);
  await userEvent.keyboard('c');
  await expectHiddenAfter(SHORT_MS);
});

test('a shortcut shows hidden controls again if one of them has the focus', async () => {
  find('.bar-play').focus({ focusVisible: false } as FocusOptions);
  await userEvent.tab();
  await hide();
  await userEvent.keyboard('c');
  expect(isHidden()).toBe(false);
});

test.each([
  [true, 'keyboard'],
  [false, 'lingering'],
])(
  'a control that was focused before the interface has loaded (by keyboard: %s) puts attention into the state %s',
  (...row) => {
    const [isByKeyboard, state] = row;
    const { clock, player, root } = shown;
    // `focusVisible` is set in both cases; only the attribute differs.
    find('.bar-play').focus({ focusVisible: true } as FocusOptions);
    root.toggleAttribute('data-focus-ring', isByKeyboard);
    const attention = new Attention({ root, player, clock, reportError: shown.given.page.reportError });
    watchAttention(root, attention);
    expect([attention.get(), ringOf('.bar-play')]).toEqual([state, isByKeyboard ? 'solid' : 'none']);
  },
);

test('a focus ring is forgotten if the focus leaves before the interface has loaded', () => {
  const { clock, player, root } = shown;
  (document.activeElement as HTMLElement).blur();
  root.toggleAttribute('data-focus-ring', true);
  watchAttention(root, new Attention({ root, player, clock, reportError: shown.given.page.reportError }));
  expect(root.hasAttribute('data-focus-ring')).toBe(false);
});

test('Tab shows controls that have hidden around the focus before it moves', async () => {
  find('.bar-play').focus({ focusVisible: false } as FocusOptions);
  await userEvent.tab();
  await hide();
  const hidden: boolean[] = [];
  shown.root.addEventListener('focusout', () => hidden.push(isHidden()), { once: true });
  await userEvent.tab();
  expect(hidden).toEqual([false]);
  await expectHiddenAfter(LONG_MS);
});

test('controls stay for as long as a panel is open, and three seconds after a press beside it has closed it', async () => {
  await mouse.click(middleOf('.settings-button'));
  await until(() => drawn('dialog').length).toBe(1);
  await shown.clock.advance(600_000);
  expect(isHidden()).toBe(false);
  await mouse.click(PICTURE);
  await waitUntilClosed();
  await expectHiddenAfter(SHORT_MS);
});

test('the hidden title stays readable for a screen reader, takes no press, and a focus on its link shows it', async () => {
  const bar = shown.root.appendChild(document.createElement('div'));
  bar.className = 'title-bar';
  bar.innerHTML = '<h1 class="title"><a href="#watch">Four small worlds</a></h1>';
  const link = find('.title-bar a');
  const [x, y] = middleOf('.title-bar a');
  expect(document.elementFromPoint(x, y)).toBe(link);
  await hide();
  for (const animation of document.getAnimations()) animation.finish();
  expect(link.checkVisibility({ opacityProperty: true })).toBe(false);
  expect(link.checkVisibility({ visibilityProperty: true })).toBe(true);
  expect(document.elementFromPoint(x, y)).not.toBe(link);
  link.focus({ focusVisible: true } as FocusOptions);
  expect([document.activeElement, isHidden()]).toEqual([link, false]);
});

test('a name that a pointer had brought up over a control disappears with the controls', async () => {
  await mouse.moveTo(middleOf('.settings-button'));
  await shown.clock.advance(350);
  await until(() => document.querySelector('.bubble')?.textContent).toBe('Settings');
  await hide();
  await until(() => document.querySelector('.bubble')?.textContent ?? '').toBe('');
});
