import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, drawn, find } from './support/elements.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

/** With `controls=0` the keyboard still needs a focusable control in the frame, which can pause (WCAG 2.1.1, 2.4.7). */

async function show(state: keyof typeof PLAYER_STATE): Promise<ShownPlayer> {
  const shown = await showPlayer({ ...HUNDRED, state: PLAYER_STATE[state] }, { query: 'controls=0' });
  await until(() => all('.lone-play').length).toBe(1);
  return shown;
}

const name = (): string | null => find('.lone-play').ariaLabel;

test('without controls the focus moves from the big play button to a button that pauses and plays', async () => {
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
  'without controls, in the state %s, the play button is hidden until Tab focuses it',
  async (state) => {
    await show(state);
    expect(drawn('.lone-play')).toEqual([]);
    await userEvent.tab();
    expect([document.activeElement, drawn('.lone-play').length]).toEqual([find('.lone-play'), 1]);
  },
);
