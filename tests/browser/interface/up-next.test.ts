import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { makePlaylist } from '../../../src/page/player/videos/playlist.ts';
import { VIDEO } from '../../support/fake-player.ts';
import { all, boxOf, drawn, find, middleOf, textsOf, withText } from './support/elements.ts';
import { finger, mouse } from './support/real-pointers.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
const ENTRIES = [
  { videoId: 'orieldemo01', title: 'Four small worlds', lengthSeconds: 60 },
  { videoId: 'orielmp4001', title: 'One file', lengthSeconds: 28, posterUrl: DOT },
  { videoId: 'orielsphere', title: 'All around', lengthSeconds: 30 },
];
const listAt = (index: number): PlayerSnapshot['playlist'] =>
  makePlaylist(
    ENTRIES.map(({ videoId }) => videoId),
    index,
    'PL1',
    { playlistId: 'PL1', title: 'Worlds', entries: ENTRIES },
  );

interface ShownList extends ShownPlayer {
  /** Records requests to stop at the end of the video. */
  readonly held: string[];
}

/** The first of three videos, a minute long, plays at this second. */
async function showList(
  seconds: number,
  patch: Partial<PlayerSnapshot> = {},
  options: Parameters<typeof showPlayer>[1] = {},
): Promise<ShownList> {
  const held: string[] = [];
  const shown = await showPlayer(
    {
      ...{ video: VIDEO, durationSeconds: 60, seekable: [0, 60], playlist: listAt(0) },
      ...{ state: PLAYER_STATE.playing, position: { seconds, atMs: 0, rate: 1 } },
      ...patch,
    },
    { ...options, control: { holdAtEnd: () => void held.push('held') } },
  );
  return { ...shown, held };
}

const button = (text: string): HTMLElement => withText('.up-next button', text);
const isCard = (): boolean => all('.up-next').length === 1;

test('Escape cancels what would play next, as its button does', async () => {
  const { held } = await showList(54);
  await until(isCard).toBe(true);
  await userEvent.keyboard('{Escape}');
  await until(isCard).toBe(false);
  expect(held).toEqual(['held']);
});

test('in the last six seconds a card names the next video, with its picture and the time that is left', async () => {
  const { clock, player } = await showList(56);
  // The code of the card has loaded.
  await until(isCard).toBe(true);
  player.set({ position: { seconds: 50, atMs: clock.monotonicNow(), rate: 1 } });
  await until(isCard).toBe(false);
  await clock.advance(3_999);
  expect(isCard()).toBe(false);
  await clock.advance(1);
  await until(() => [textsOf('.up-next-title'), textsOf('.up-next-count')]).toEqual([
    ['One file'],
    ['Up next in 6 seconds'],
  ]);
  expect(find('.up-next img')).toMatchObject({ src: DOT, alt: '' });
});

test('the next video is announced once, and takes no focus', async () => {
  const { clock } = await showList(56);
  find('.bar-play').focus();
  await until(isCard).toBe(true);
  const status = find('.up-next [role="status"]');
  expect(status.textContent).toBe('Up next: One file');
  await clock.advance(2_000);
  expect([status.isConnected, status.textContent]).toEqual([true, 'Up next: One file']);
  expect(find('.up-next-count').ariaHidden).toBe('true');
  expect(document.activeElement).toBe(find('.bar-play'));
});

test('Play now plays it in its place in the list', async () => {
  const { commands } = await showList(56);
  await until(isCard).toBe(true);
  await mouse.click(middleOf('.up-next button:first-child'));
  expect(commands('playVideoAt')).toEqual([[1]]);
});

test('Cancel stops at the end of this video, and takes the card away for as long as it is shown', async () => {
  const { clock, held, player } = await showList(56);
  await until(isCard).toBe(true);
  await userEvent.click(button('Cancel'));
  await until(isCard).toBe(false);
  expect(held).toEqual(['held']);
  player.set({ position: { seconds: 55, atMs: clock.monotonicNow(), rate: 1 } });
  await clock.advance(1_000);
  expect(isCard()).toBe(false);
});

test.each(['Play now', 'Cancel'])('%s pressed by keyboard moves the focus to the play button', async (name) => {
  const { player } = await showList(56);
  await until(isCard).toBe(true);
  button(name).focus();
  await userEvent.keyboard('{Enter}');
  if (name === 'Play now')
    player.set({
      video: { ...VIDEO, videoId: 'orielmp4001' },
      playlist: listAt(1),
      position: { seconds: 0, atMs: 0, rate: 1 },
    });
  await until(isCard).toBe(false);
  expect(document.activeElement).toBe(find('.bar-play'));
});

test('the card for a next video without a known title shows its place in the list', async () => {
  await showList(56, { playlist: makePlaylist(['orieldemo01', 'orielmp4001'], 0, null) });
  await until(() => textsOf('.up-next-title')).toEqual(['2 of 2']);
  expect(all('.up-next img')).toEqual([]);
});

test.each([
  [200, 113, 44],
  [344, 194, 48],
  [360, 203, 48],
  [640, 360, 48],
])('at %i × %i a finger finds buttons of %i px, and the card covers no other control', async (width, height, px) => {
  const { root, commands, held } = await showList(56, {}, { size: [width, height] });
  root.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'touch', bubbles: true }));
  await until(isCard).toBe(true);
  await until(() => root.dataset['pointer']).toBe('coarse');
  for (const animation of document.getAnimations()) animation.finish();
  const card = boxOf('.up-next');
  const isUnder = (one: HTMLElement): boolean => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < card.right - 1 && right > card.left + 1 && top < card.bottom - 1 && bottom > card.top + 1;
  };
  expect(
    drawn('.icon-button, .seek-input')
      .filter(isUnder)
      .map(({ ariaLabel }) => ariaLabel),
  ).toEqual([]);
  expect([card.left >= 0, card.right <= width, card.top >= 0]).toEqual([true, true, true]);
  const buttons = drawn('.up-next button').map((one) => one.getBoundingClientRect());
  expect(buttons.map(({ height: tall }) => tall >= px)).toEqual([true, true]);
  await finger.tap(middleOf('.up-next button:last-child'));
  expect([held, commands('seekTo')]).toEqual([['held'], []]);
});
