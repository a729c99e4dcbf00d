import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { all, drawn } from './support/elements.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

/** The texts of the live regions that are not empty. */
const spoken = (): string[] =>
  all('[role="status"]').flatMap(({ textContent }) => (textContent === '' ? [] : [textContent]));

test('a wait is announced by its text once it lasts a second, and again only when there is another', async () => {
  const { player, clock } = await showPlayer({ ...HUNDRED, state: PLAYER_STATE.playing });
  const before = spoken();
  player.goTo(PLAYER_STATE.buffering);
  await until(() => drawn('.spinner').length).toBe(1);
  await clock.advance(999);
  expect(spoken()).toEqual(before);
  await clock.advance(1);
  await until(spoken).toEqual(expect.arrayContaining([...before, 'Loading']));
  player.goTo(PLAYER_STATE.playing);
  await until(spoken).toEqual(before);
  player.goTo(PLAYER_STATE.buffering);
  await until(() => all('.spinner').length).toBe(1);
  expect(spoken()).toEqual(before);
});

test('a wait that is over within a second is not announced', async () => {
  const { player, clock } = await showPlayer({ ...HUNDRED, state: PLAYER_STATE.playing });
  player.goTo(PLAYER_STATE.buffering);
  await until(() => all('.spinner').length).toBe(1);
  await clock.advance(900);
  player.goTo(PLAYER_STATE.playing);
  await until(() => all('.spinner').length).toBe(0);
  await clock.advance(10_000);
  expect(spoken()).not.toContain('Loading');
});

test('a seek of a paused video shows the spinner until the seek ends, and announces it after a second', async () => {
  const { player, clock } = await showPlayer({ ...HUNDRED, state: PLAYER_STATE.paused });
  player.set({ seeking: true });
  await until(() => drawn('.spinner').length).toBe(1);
  await clock.advance(1_000);
  await until(spoken).toContain('Loading');
  player.set({ seeking: false });
  await until(() => all('.spinner').length).toBe(0);
});

test('live regions exist before the first announcement, and none has an aria-label', async () => {
  const { root } = await showPlayer(HUNDRED);
  expect(root.querySelectorAll('[role="status"][aria-label]')).toHaveLength(0);
  expect(all('[role="status"]').length).toBeGreaterThan(1);
});
