import type { Frame } from 'playwright';
import { expect } from 'vitest';
import { forgetNotices, lastNotice } from '../../support/notices.ts';
import { currentTime, waitForState } from '../../support/player-page.ts';
import { expectSeek } from './keys.ts';

type KeyEffect = (player: Frame, key: string) => Promise<void>;

const press = (player: Frame, key: string): Promise<void> => player.page().keyboard.press(key);

const seeks =
  (target: (before: number) => number): KeyEffect =>
  (player, key) =>
    expectSeek(player, key, target);

const notices =
  (words: RegExp, pressed?: string): KeyEffect =>
  async (player, key) => {
    await forgetNotices(player);
    await press(player, pressed ?? key);
    await expect.poll(() => lastNotice(player), { message: key }).toMatch(words);
  };

/** Expects the position to move in this direction, by a frame at most. */
const steps =
  (direction: 1 | -1): KeyEffect =>
  async (player, key) => {
    const before = await currentTime(player);
    const moved = async () => ((await currentTime(player)) - before) * direction;
    await press(player, key);
    await expect.poll(moved).toBeGreaterThan(0);
    expect(await moved()).toBeLessThan(0.15);
  };

const plays =
  (use: KeyEffect = press): KeyEffect =>
  async (player, key) => {
    await use(player, key);
    await waitForState(player, 'playing');
    await use(player, key);
    await waitForState(player, 'paused');
  };

/** Effects of the keys of the table on a muted playlist that is paused in its middle, in an order in which each is visible. */
export const KEY_EFFECTS: Readonly<Record<string, KeyEffect>> = {
  ArrowLeft: seeks((before) => before - 5),
  ArrowRight: seeks((before) => before + 5),
  j: seeks((before) => before - 10),
  l: seeks((before) => before + 10),
  ',': steps(-1),
  '.': steps(1),
  Home: seeks(() => 0),
  ...Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), seeks(() => digit * 2.8)])),
  'Control+ArrowRight': notices(/^(Deep zoom|Game of life|Seahorse coast|Evening light)$/),
  'Control+ArrowLeft': notices(/^(Deep zoom|Game of life|Seahorse coast|Evening light)$/),
  '>': notices(/^1\.25×$/),
  '<': notices(/^1×$/),
  r: notices(/^Loop starts at 0:\d\d$/),
  /** The video starts muted, at full volume. */
  ArrowUp: notices(/^100%$/),
  ArrowDown: notices(/^95%$/),
  m: notices(/^Muted$/),
  c: notices(/^Captions: /),
  '+': notices(/^Size 150%$/),
  '-': notices(/^Size 100%$/),
  '=': notices(/^Size 150%$/),
  o: notices(/^Text opacity \d+%$/),
  w: notices(/^Window opacity \d+%$/),
  async f(player, key) {
    await press(player, key);
    await player.waitForFunction(() => document.fullscreenElement !== null);
    await press(player, key);
    await player.waitForFunction(() => document.fullscreenElement === null);
  },
  async i(player, key) {
    await press(player, key);
    if (await player.evaluate(() => document.pictureInPictureEnabled)) {
      await player.locator('.window-cover').waitFor();
      await press(player, key);
      await player.locator('.window-cover').waitFor({ state: 'detached' });
    }
  },
  async '?'(player, key) {
    await press(player, key);
    await player.locator('.shortcuts').waitFor();
    await press(player, 'Escape');
    await player.locator('.shortcuts').waitFor({ state: 'detached' });
  },
  ' ': plays((player) => press(player, 'Space')),
  k: plays(),
  MediaPlayPause: plays((player) =>
    player.evaluate(
      () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'MediaPlayPause', bubbles: true })),
    ),
  ),
  End: seeks(() => 28),
  'Shift+n': notices(/^2 of \d$/, 'Shift+N'),
  'Shift+p': notices(/^1 of \d$/, 'Shift+P'),
};

export async function pressEveryKey(player: Frame): Promise<void> {
  for (const [key, happens] of Object.entries(KEY_EFFECTS)) {
    // Objects list their digit keys first; the seek to the middle undoes the last digit for the other keys.
    if (key === 'ArrowLeft') await expectSeek(player, '5', () => 14);
    await happens(player, key);
  }
}
