import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, drawn, find, middleOf } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

/** The host wants no controls: the keyboard still needs a place in the frame, and a way to pause (WCAG 2.1.1, 2.4.7). */

async function show(state: keyof typeof PLAYER_STATE): Promise<ShownPlayer> {
  const shown = await showPlayer({ ...HUNDRED, state: PLAYER_STATE[state] }, { query: 'controls=0' });
  await until(() => all('.lone-play').length).toBe(1);
  return shown;
}

const name = (): string | null => find('.lone-play').ariaLabel;

test('without controls the focus of the big play button moves to one that pauses, and plays again', async () => {
  const { player } = await show('cued');
  await userEvent.tab();
  expect(document.activeElement).toBe(find('.big-play'));
  await userEvent.keyboard('{Enter}');
  await until(() => document.activeElement).toBe(find('.lone-play'));
  expect([name(), drawn('.lone-play').length, getComputedStyle(find('.lone-play')).outlineStyle]).toEqual([
    'Pause',
    1,
    'solid',
  ]);
  await userEvent.keyboard(' ');
  await until(name).toBe('Play');
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.paused);
  await userEvent.keyboard('{Enter}');
  await until(name).toBe('Pause');
});

test.each(['playing', 'paused', 'buffering', 'ended'] as const)(
  'without controls a video that is %s is a stop for Tab, and the picture is free until then',
  async (state) => {
    await show(state);
    expect(drawn('.lone-play')).toEqual([]);
    await userEvent.tab();
    expect([document.activeElement, drawn('.lone-play').length]).toEqual([find('.lone-play'), 1]);
  },
);

test('without controls the button is seen for ten seconds, and again with the next key', async () => {
  const { clock } = await show('playing');
  await userEvent.tab();
  await clock.advance(10_000);
  expect(drawn('.lone-play')).toEqual([]);
  await userEvent.keyboard('{Shift}m');
  expect([document.activeElement, drawn('.lone-play').length]).toEqual([find('.lone-play'), 1]);
});

test('without controls a mouse meets no button, and sees none with the next key', async () => {
  const { player } = await show('cued');
  await mouse.click(middleOf('.big-play'));
  await userEvent.keyboard('m');
  await until(() => player.getSnapshot().state).toBe(PLAYER_STATE.playing);
  expect(drawn('.lone-play')).toEqual([]);
  await mouse.click(middleOf('.lone-play'));
  expect(player.getSnapshot().state).toBe(PLAYER_STATE.paused);
  expect([drawn('.lone-play'), document.activeElement === find('.lone-play')]).toEqual([[], false]);
});

test('without controls the button gives way to the poster and to an error', async () => {
  const { player } = await show('paused');
  const error = { code: 'net.connect', title: 'No connection', advice: '', retryable: true } as const;
  player.set({ error });
  await until(() => getComputedStyle(find('.lone-play')).display).toBe('none');
  player.set({ error: null });
  player.goTo(PLAYER_STATE.cued);
  await until(() => getComputedStyle(find('.lone-play')).display).toBe('none');
});

test('the name of the button without controls has room inside the frame', async () => {
  await show('playing');
  await userEvent.tab();
  await until(() => all('.bubble').length).toBe(1);
  expect(find('.bubble').getBoundingClientRect().bottom).toBeLessThan(360);
});
