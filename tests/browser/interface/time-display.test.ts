import { expect, onTestFinished, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { userEvent } from 'vitest/browser';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { drawn, find } from './support/elements.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const CHAPTERS = [
  { title: 'Sand', startSeconds: 0 },
  { title: 'Sea', startSeconds: 8 },
];

async function show(
  patch: Partial<PlayerSnapshot>,
  options: Parameters<typeof showPlayer>[1] = {},
): Promise<ShownPlayer> {
  const shown = await showPlayer(patch, { size: [900, 500], ...options });
  await until(() => document.querySelectorAll('.time').length).toBe(1);
  return shown;
}

const at = (seconds: number, rate = 0, atMs = 0): Pick<PlayerSnapshot, 'position'> => ({
  position: { seconds, atMs, rate },
});
const clockText = (): string => find('.time-clock').textContent;

test.each([
  [0, 0, '0:00 / 0:00'],
  [13.99, 20.02, '0:13 / 0:20'],
  [75, 3_599.9, '1:15 / 59:59'],
  [3_723, 36_000, '1:02:03 / 10:00:00'],
])('at %d s of %d s the clock shows “%s”', async (seconds, durationSeconds, expected) => {
  await show({ ...at(seconds), durationSeconds });
  expect(clockText()).toBe(expected);
});

test('a screen reader reads the time from the seek bar, not from the clock, which changes every second', async () => {
  await show(at(3));
  expect(find('.time-clock').ariaHidden).toBe('true');
  await until(() => find('.seek-input').ariaValueText).toContain('3');
});

test('beside the time is the name of the chapter, which follows playback', async () => {
  const { clock, player } = await show({
    ...at(7.5, 1),
    state: PLAYER_STATE.playing,
    video: { ...VIDEO, chapters: CHAPTERS },
  });
  const chapter = () => document.querySelector('.time-chapter')?.textContent;
  expect(chapter()).toBe('Sand');
  await clock.advance(500);
  await until(chapter).toBe('Sea');
  player.set({ video: VIDEO });
  await until(chapter).toBeUndefined();
});

test('a long name of a chapter is cut, and pushes no control out of the frame', async () => {
  const title = 'A chapter with a name that is longer than the whole bar of the player could ever be '.repeat(3);
  await show({
    video: {
      ...VIDEO,
      chapters: [
        { title, startSeconds: 0 },
        { title: 'Sea', startSeconds: 9 },
      ],
    },
  });
  const box = find('.settings-button').getBoundingClientRect();
  expect(box.right).toBeLessThanOrEqual(900);
  expect(find('.time-chapter bdi').scrollWidth).toBeGreaterThan(find('.time-chapter bdi').clientWidth);
});

test('the clock reads from left to right in a language written from right to left', async () => {
  onTestFinished(() => {
    document.documentElement.dir = 'ltr';
  });
  await show(at(13), { query: 'hl=ar' });
  expect(getComputedStyle(find('.time-clock')).direction).toBe('ltr');
  expect(clockText()).toBe('0:13 / 0:20');
});

test.each([
  [900, 500, true],
  [320, 180, true],
  [260, 146, false],
])('at %i × %i px the length is shown: %s', async (width, height, isShown) => {
  await show(at(3), { size: [width, height] });
  expect(drawn('.time-total').length).toBe(isShown ? 1 : 0);
  expect(drawn('.time-clock').length).toBe(1);
});

test('a live stream shows the live button instead of the clock', async () => {
  const { player } = await show(at(3));
  player.set({ video: { ...VIDEO, isLive: true } });
  await until(() => drawn('.live').length).toBe(1);
  expect(document.querySelector('.time')).toBeNull();
});

test('a press on the clock switches to the remaining time, and later visits keep the choice', async () => {
  const { player, root } = await show({ ...at(5.5), durationSeconds: 28.4 });
  const toggle = (): HTMLElement => find('.time-toggle');
  toggle().focus();
  await userEvent.keyboard('{Enter}');
  await until(clockText).toBe('−0:23 / 0:28');
  expect([toggle().ariaLabel, toggle().ariaPressed]).toEqual(['Time remaining', 'true']);
  player.set(at(28.4));
  await until(clockText).toBe('−0:00 / 0:28');
  root.remove();
  await show({ ...at(5.5), durationSeconds: 28.4 });
  expect(clockText()).toBe('−0:23 / 0:28');
  toggle().click();
  await until(clockText).toBe('0:05 / 0:28');
  expect(localStorage.getItem('oriel.entry.time-left')).toBeNull();
});

test.each(['ar', 'he'])(
  'from right to left (%s) the chapter follows the time at its left, and its arrow points there',
  async (hl) => {
    onTestFinished(() => document.documentElement.removeAttribute('dir'));
    await show({ ...at(9), durationSeconds: 20, video: { ...VIDEO, chapters: CHAPTERS } }, { query: `hl=${hl}` });
    await until(() => drawn('button.time-chapter').length).toBe(1);
    const [clock, chapter, mute] = ['.time-clock', '.time-chapter', '.volume'].map((part) =>
      find(part).getBoundingClientRect(),
    );
    expect([chapter!.right <= clock!.left, clock!.right <= mute!.left]).toEqual([true, true]);
    expect([clockText(), getComputedStyle(find('.time-clock')).direction]).toEqual(['0:09 / 0:20', 'ltr']);
    expect(getComputedStyle(find('.time-face'), '::after').content).toBe('"·"');
    expect(getComputedStyle(find('.time-chapter'), '::after').rotate).toBe('-135deg');
  },
);
