import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { drawn } from './support/elements.ts';
import { goDeeper, openByKey, rowOf, rowTexts } from './support/panel-parts.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const APART: Partial<PlayerSnapshot> = {
  ...ADJUSTABLE,
  state: PLAYER_STATE.playing,
  qualities: ['hd720', 'small', 'audio', 'auto'],
  qualityChoice: 'small',
};

async function open(patch: Partial<PlayerSnapshot> = APART): Promise<ShownPlayer> {
  const shown = await showPlayer(patch);
  await until(() => drawn('.settings-button').length).toBe(1);
  await openByKey('settings');
  await goDeeper();
  return shown;
}

const chosen = ({ player }: ShownPlayer): unknown[] =>
  player.executed.flatMap(({ command }) => (command.name === 'setPlaybackQuality' ? command.arguments : []));

test('the switch “Audio only” chooses the quality audio, and the earlier quality when it is pressed again', async () => {
  const shown = await open();
  expect(rowOf('Audio only').ariaChecked).toBe('false');
  rowOf('Audio only').click();
  shown.player.set({ qualityChoice: 'audio' });
  await until(() => rowOf('Audio only').ariaChecked).toBe('true');
  rowOf('Audio only').click();
  expect(chosen(shown)).toEqual(['audio', 'small']);
});

test('a stream without an audio-only level has no switch “Audio only”', async () => {
  await open({ ...APART, qualities: ['hd720', 'small', 'auto'] });
  expect(rowTexts()).not.toContain('Audio only');
});

test('the cover “Audio only” is shown while the quality is audio, and until another quality is known', async () => {
  const { player } = await showPlayer({ ...APART, quality: 'small' });
  await until(() => drawn('.settings-button').length).toBe(1);
  expect(drawn('.listening-cover')).toEqual([]);
  player.set({ quality: 'audio' });
  await until(() => drawn('.listening-cover').map(({ textContent }) => textContent)).toEqual(['Audio only']);
  player.set({ quality: 'unknown' });
  expect(drawn('.listening-cover')).toHaveLength(1);
  player.set({ quality: 'small' });
  await until(() => drawn('.listening-cover')).toEqual([]);
});
