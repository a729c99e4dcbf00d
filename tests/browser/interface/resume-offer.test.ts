import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { all, boxOf, drawn, find, middleOf, textsOf } from './support/elements.ts';
import { finger, mouse } from './support/real-pointers.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { FakeInfrastructure } from '../../support/fake-infrastructure.ts';
import { until } from './support/until.ts';

const OFFER = '.corner-button:not(.unmute)';
/** The viewer has allowed the page to store positions. */
const POSITIONS_KEPT = Object.assign(new FakeInfrastructure(), { keepsPositions: true });

interface Visit {
  readonly patch?: Partial<PlayerSnapshot>;
  readonly options?: Parameters<typeof showPlayer>[1];
}

const visit = ({ patch, options }: Visit = {}): Promise<ShownPlayer> =>
  showPlayer(
    { ...HUNDRED, state: PLAYER_STATE.cued, position: { seconds: 0, atMs: 0, rate: 0 }, ...patch },
    {
      page: { infrastructure: POSITIONS_KEPT },
      ...options,
    },
  );

/** Opens the page, and leaves the video paused at a position. */
async function leaveAt(seconds: number): Promise<void> {
  const { player, root } = await visit();
  player.goTo(PLAYER_STATE.playing);
  player.goTo(PLAYER_STATE.paused, { position: { seconds, atMs: 0, rate: 0 } });
  root.remove();
}

/** Opens the page again, and plays. */
async function comeBack(given?: Visit): Promise<ShownPlayer> {
  const shown = await visit(given);
  shown.player.goTo(PLAYER_STATE.playing);
  return shown;
}

test('a video that was left in the middle offers to resume at that position, and does not seek before the offer is accepted', async () => {
  await leaveAt(42.7);
  const { commands } = await comeBack();
  await until(() => textsOf(OFFER)).toEqual(['Resume at 0:42']);
  expect(commands('seekTo')).toEqual([]);
});

test('a press on the resume offer seeks to the remembered position, and removes the offer', async () => {
  await leaveAt(42);
  const { commands } = await comeBack();
  await until(() => drawn(OFFER).length).toBe(1);
  await mouse.click(middleOf(OFFER));
  expect(commands('seekTo')).toEqual([[42, true]]);
  await until(() => drawn(OFFER)).toEqual([]);
});

test('Enter on the resume offer moves the focus to the play button', async () => {
  await leaveAt(42);
  await comeBack();
  await until(() => drawn(OFFER).length).toBe(1);
  drawn(OFFER)[0]?.focus();
  await userEvent.keyboard('{Enter}');
  await until(() => drawn(OFFER)).toEqual([]);
  expect(document.activeElement).toBe(find('.bar-play'));
});

test('the resume offer disappears after fifteen seconds, and does not return after a pause', async () => {
  await leaveAt(42);
  const { clock, player } = await comeBack();
  await until(() => drawn(OFFER).length).toBe(1);
  await clock.advance(14_999);
  expect(drawn(OFFER)).toHaveLength(1);
  await clock.advance(1);
  await until(() => drawn(OFFER)).toEqual([]);
  player.goTo(PLAYER_STATE.paused);
  player.goTo(PLAYER_STATE.playing);
  await until(() => drawn('[data-icon="pause"]').length).toBe(1);
  expect(all(OFFER)).toEqual([]);
});

test.each([
  [200, 113],
  [344, 194],
  [640, 360],
])('in a frame of %i × %i a finger reaches the offer, above the bar', async (width, height) => {
  await leaveAt(42);
  const { commands } = await comeBack({ options: { size: [width, height], page: { infrastructure: POSITIONS_KEPT } } });
  await until(() => drawn(OFFER).length).toBe(1);
  const { left, right, bottom } = boxOf(OFFER);
  expect([left >= 0, right <= width, bottom <= boxOf('.control-bar').bottom]).toEqual([true, true, true]);
  await finger.tap(middleOf(OFFER));
  expect(commands('seekTo')).toEqual([[42, true]]);
});
