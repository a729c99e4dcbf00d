import { expect } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { moveSlider, releaseSlider } from './move-slider.ts';
import type { OpenInterface } from './open-interface.ts';

/** How a test makes its input. */
interface Hands {
  readonly press: (button: HTMLElement) => Promise<void>;
  /** Presses the slider at a fraction of its length, 0 to 1. */
  readonly pressSlider: (slider: HTMLInputElement, fraction: number) => Promise<void>;
  readonly pressKey: (key: string) => Promise<void>;
}

/** Real browser input: slow, so it is only for the tests of the controls themselves. */
export const REAL_HANDS: Hands = {
  press: (button) => userEvent.click(button),
  pressSlider: (slider, fraction) =>
    userEvent.click(slider, { position: { x: slider.clientWidth * fraction, y: slider.clientHeight / 2 } }),
  pressKey: (key) => userEvent.keyboard(key),
};

/** Synthetic events, after a check that nothing covers the element. */
export const QUICK_HANDS: Hands = {
  press: async (button) => {
    expectInReach(button);
    button.click();
  },
  pressSlider: async (slider, fraction) => {
    expectInReach(slider);
    moveSlider(slider, Number(slider.max) * fraction);
    await nextTask();
    releaseSlider(slider);
  },
  pressKey: async (key) => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  },
};

/** Plays, pauses and seeks, by pointer and by key. */
export async function expectPlayback(opened: OpenInterface, hands: Hands): Promise<void> {
  await expectPointer(opened, hands);
  await expectKeys(opened, hands);
}

export async function expectPointer({ player, container }: OpenInterface, hands: Hands): Promise<void> {
  const { durationSeconds } = player.getSnapshot();
  const slider = find(container, '.seek-input, .plain-seek', HTMLInputElement);
  const button = () => find(container, '[data-icon="play"], [data-icon="pause"], .plain-play', HTMLButtonElement);
  player.goTo(PLAYER_STATE.paused);

  await hands.press(button());
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  await hands.press(button());
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.paused);
  await hands.pressSlider(slider, 0.25);
  expect(player.getSnapshot().position.seconds / durationSeconds).toBeCloseTo(0.25, 1);
}

export async function expectKeys({ player }: Pick<OpenInterface, 'player'>, { pressKey }: Hands): Promise<void> {
  const { durationSeconds } = player.getSnapshot();
  player.goTo(PLAYER_STATE.paused);
  await pressKey('k');
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  await pressKey('k');
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.paused);
  await pressKey('5');
  expect(player.getSnapshot().position.seconds).toBeCloseTo(durationSeconds / 2, 2);
}

function find<Kind extends HTMLElement>(container: HTMLElement, selector: string, kind: new () => Kind): Kind {
  const found = container.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`nothing is ${selector}`);
  return found;
}

function expectInReach(element: HTMLElement): void {
  const { left, top, width, height } = element.getBoundingClientRect();
  const met = document.elementFromPoint(left + width / 2, top + height / 2);
  expect(met !== null && element.contains(met)).toBe(true);
}

/** Lets React render between two events. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve, 0));
