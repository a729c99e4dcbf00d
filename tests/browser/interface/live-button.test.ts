import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, drawn, find, middleOf, textsOf } from './support/elements.ts';
import { mouse } from './support/real-pointers.ts';
import { WINDOW } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

async function showLive(...[patch, options]: Parameters<typeof showPlayer>): Promise<ShownPlayer> {
  const shown = await showPlayer({ ...WINDOW, ...patch }, options);
  await until(() => all('.live').length).toBe(1);
  return shown;
}

const button = () => find('.live');

test('at the live head the button reads “Live”, and a press seeks to the end of the window', async () => {
  const { commands } = await showLive({ isAtLiveHead: true });
  expect([textsOf('.live'), drawn('.live-behind')]).toEqual([['Live'], []]);
  expect([button().ariaDisabled, button().ariaLabel, getComputedStyle(button()).opacity]).toEqual([null, null, '1']);
  await mouse.click(middleOf('.live'));
  expect(commands('seekTo')).toEqual([[1_128, true]]);
});

test('behind the live head the button shows the delay, and a press seeks to the end of the window', async () => {
  const { commands } = await showLive();
  expect(textsOf('.live-behind')).toEqual(['−0:30']);
  expect([button().ariaDisabled, button().ariaLabel]).toEqual([null, 'Go to live']);
  await mouse.click(middleOf('.live'));
  expect(commands('seekTo')).toEqual([[1_128, true]]);
});

test('a pause at the live head shows the delay at once, and playback at the head removes it', async () => {
  const { player } = await showLive({ isAtLiveHead: true, position: { seconds: 1_125, atMs: 0, rate: 1 } });
  expect(button().dataset['atHead']).toBe('true');
  player.goTo(PLAYER_STATE.paused, { position: { seconds: 1_125, atMs: 0, rate: 0 } });
  await until(() => button().dataset['atHead']).toBeUndefined();
  expect([button().ariaLabel, textsOf('.live-behind')]).toEqual(['Go to live', ['−0:03']]);
  player.goTo(PLAYER_STATE.playing, { position: { seconds: 1_125, atMs: 0, rate: 1 } });
  await until(() => button().dataset['atHead']).toBe('true');
});

test('the delay on the live button grows with the window while the video is paused', async () => {
  const { player } = await showLive();
  player.goTo(PLAYER_STATE.paused, { position: { seconds: 1_098, atMs: 0, rate: 0 } });
  for (const [end, text] of [
    [1_138, '−0:40'],
    [1_168, '−1:10'],
  ] as const) {
    player.set({ seekable: [end - 128, end] });
    await until(() => textsOf('.live-behind')).toEqual([text]);
  }
});
