import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { drawn, find } from './support/elements.ts';
import { focusedName, inPanel, openByKey, waitUntilClosed } from './support/panel-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const IDS = ['orieldemo01', 'orielmp4001', 'orielsphere'];
const POSTER = 'data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22/%3E';
const DETAILS = {
  playlistId: 'PL1',
  title: 'Small worlds',
  entries: [
    { videoId: 'orieldemo01', title: 'Four small worlds', lengthSeconds: 28, posterUrl: POSTER },
    { videoId: 'orielmp4001', title: 'عالم صغير', lengthSeconds: 0 },
    { videoId: 'orielsphere', title: 'All around', lengthSeconds: 3_723 },
  ],
};

const listOf = (patch: Partial<NonNullable<PlayerSnapshot['playlist']>> = {}): PlayerSnapshot['playlist'] => ({
  ...{ videoIds: IDS, index: 0, listId: 'PL1', shuffled: false, details: DETAILS },
  ...patch,
});

async function show(
  playlist: PlayerSnapshot['playlist'] = listOf(),
  options: Parameters<typeof showPlayer>[1] = {},
): Promise<ShownPlayer> {
  const shown = await showPlayer({ playlist }, { size: [640, 480], ...options });
  await until(() => drawn('.control-bar, .top-actions').length).toBe(2);
  return shown;
}

const lines = (): string[] => inPanel('.playlist .menu-item').map(({ textContent }) => textContent);
const current = (): string[] => inPanel('[aria-current="true"]').map(({ textContent }) => textContent);
const barButtons = (): (string | null)[] =>
  [...document.querySelectorAll('.control-row .playlist-button')].map(({ ariaLabel }) => ariaLabel);

test('a list of several videos has buttons for the previous and the next one, beside play', async () => {
  const { commands } = await show();
  expect(barButtons()).toEqual(['Previous video', 'Next video']);
  await userEvent.click(find('.control-row [data-icon="next"]'));
  await userEvent.click(find('.control-row [data-icon="previous"]'));
  // At the first video of the list, “previous” seeks to the start.
  expect([commands('nextVideo'), commands('seekTo')]).toEqual([[[]], [[0, true]]]);
});

test.each([null, listOf({ videoIds: ['orieldemo01'] })])(
  'with %j as the playlist, neither the bar nor the top row has a playlist button',
  async (playlist) => {
    await show(playlist);
    expect([barButtons(), drawn('.top-playlist')]).toEqual([[], []]);
  },
);

test('the playlist panel has the list’s name, the viewer’s place in the list, and each video with its length if known', async () => {
  await show();
  await openByKey('playlist');
  expect([find('.panel-head h2').textContent, find('.playlist-place > span').textContent]).toEqual([
    ...['Small worlds', '1 of 3'],
  ]);
  expect(lines()).toEqual(['Four small worlds0:28', 'عالم صغير', 'All around1:02:03']);
});

test('the present video is marked and has the focus; the mark follows when another one plays', async () => {
  const { player } = await show(listOf({ index: 1 }));
  await openByKey('playlist');
  expect([current(), focusedName()]).toEqual([['عالم صغير'], 'عالم صغير']);
  player.set({ playlist: listOf({ index: 2 }) });
  await until(current).toEqual(['All around1:02:03']);
  expect([find('.playlist-place > span').textContent, focusedName()]).toEqual(['3 of 3', 'عالم صغير']);
});

test('a press on a video in the playlist panel plays it and closes the panel', async () => {
  const { commands } = await show();
  await openByKey('playlist');
  await userEvent.click(inPanel('.playlist .menu-item')[2] ?? document.body);
  await waitUntilClosed();
  expect(commands('playVideoAt')).toEqual([[2]]);
  expect(focusedName()).toBe('Playlist');
});

test('the previous and next buttons of the playlist panel leave the panel open', async () => {
  const { commands } = await show();
  await openByKey('playlist');
  const [previous, next] = inPanel('.playlist-place button');
  await userEvent.click(next ?? document.body);
  await userEvent.click(previous ?? document.body);
  expect([commands('nextVideo'), commands('seekTo')]).toEqual([[[]], [[0, true]]]);
  expect(inPanel('.playlist')).toHaveLength(1);
});

test('pictures in the playlist panel have an empty alt, load lazily, and send the provider nothing about the viewer', async () => {
  await show();
  await openByKey('playlist');
  const pictures = [...document.querySelectorAll<HTMLImageElement>('.playlist img')];
  expect(pictures.map(({ src, alt, loading, crossOrigin }) => [src, alt, loading, crossOrigin])).toEqual([
    [POSTER, '', 'lazy', 'anonymous'],
  ]);
});

test('a list that ends while its panel is open closes the panel, so that the controls of a video that plays can hide', async () => {
  const { player, clock, root, reports } = await show();
  await openByKey('playlist');
  player.goTo(PLAYER_STATE.playing, { playlist: null });
  await waitUntilClosed();
  await until(() => root.dataset['attention']).not.toMatch(/reading/i);
  await clock.advance(10_000);
  expect([root.hasAttribute('data-idle'), reports]).toEqual([true, []]);
});
