import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../../../protocol/host/player-state.ts';
import { GLANCE_MS, listenWhileHidden } from '../../../../../src/page/interface/data-saver/listen-while-hidden.ts';
import type { PlayerSnapshot } from '../../../../../src/page/player/player.ts';
import { createFakeClock } from '../../../../support/fake-clock.ts';
import { createFakePlayer } from '../../../../support/fake-player.ts';

const SAVING: Partial<PlayerSnapshot> = {
  state: PLAYER_STATE.playing,
  qualities: ['hd720', 'small', 'audio', 'auto'],
  qualityChoice: 'small',
  dataSaver: { choice: 'on', isOn: true, maxQuality: { host: 'auto', viewer: 'auto' } },
};

function open(patch: Partial<PlayerSnapshot> = {}) {
  const player = createFakePlayer({ ...SAVING, ...patch });
  const clock = createFakeClock();
  const document = Object.assign(new EventTarget(), { hidden: false });
  listenWhileHidden({ player, clock, document });
  const show = (isShown: boolean): void => {
    document.hidden = !isShown;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const chosen = (): unknown[] =>
    player.executed.map(({ command }) => [command.name, ...(command.arguments as unknown[])]);
  return { player, clock, show, chosen };
}

test('with the data saver a hidden tab loads only sound, and the chosen quality once the tab is shown', async () => {
  const { player, clock, show, chosen } = open();
  show(false);
  await clock.advance(GLANCE_MS);
  expect(chosen()).toEqual([['setPlaybackQuality', 'audio']]);
  player.set({ qualityChoice: 'audio' });
  show(true);
  expect(chosen().slice(1)).toEqual([['setPlaybackQuality', 'small']]);
});

test('a tab that is hidden only for a moment keeps its quality', async () => {
  const { clock, show, chosen } = open();
  show(false);
  await clock.advance(GLANCE_MS - 1);
  show(true);
  await clock.advance(GLANCE_MS);
  expect(chosen()).toEqual([]);
});

test.each<[string, Partial<PlayerSnapshot>]>([
  [
    'without the data saver',
    { dataSaver: { choice: 'off', isOn: false, maxQuality: { host: 'auto', viewer: 'auto' } } },
  ],
  ['without a separate sound stream', { qualities: ['small', 'auto'] }],
  ['in a picture-in-picture window', { pictureInPicture: true }],
  ['that is paused', { state: PLAYER_STATE.paused }],
  ['whose viewer has chosen only sound', { qualityChoice: 'audio' }],
])('a video %s keeps its quality when its tab is hidden and shown again', async (_, patch) => {
  const { clock, show, chosen } = open(patch);
  show(false);
  await clock.advance(GLANCE_MS);
  show(true);
  expect(chosen()).toEqual([]);
});

test('a quality that is chosen while the tab is hidden is kept when the tab is shown', async () => {
  const { player, clock, show, chosen } = open();
  show(false);
  await clock.advance(GLANCE_MS);
  player.set({ qualityChoice: 'hd720' });
  show(true);
  expect(chosen()).toHaveLength(1);
});
