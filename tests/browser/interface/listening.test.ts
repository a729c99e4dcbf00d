import { expect, test } from 'vitest';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { captionsOf, cueOf, waitForCues } from './support/caption-parts.ts';
import { drawn, textsOf } from './support/elements.ts';
import { overlaps } from './support/overlaps.ts';
import { goDeeper, openByKey, rowOf, rowTexts } from './support/panel-parts.ts';
import { mouse } from './support/real-pointers.ts';
import { ADJUSTABLE } from './support/settings-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { touchPicture } from './support/touch-picture.ts';
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

test('the switch chooses sound alone, and the quality of before when it is pressed again', async () => {
  const shown = await open();
  expect(rowOf('Audio only').ariaChecked).toBe('false');
  rowOf('Audio only').click();
  shown.player.set({ qualityChoice: 'audio' });
  await until(() => rowOf('Audio only').ariaChecked).toBe('true');
  rowOf('Audio only').click();
  expect(chosen(shown)).toEqual(['audio', 'small']);
});

test('a stream without sound apart has no switch', async () => {
  await open({ ...APART, qualities: ['hd720', 'small', 'auto'] });
  expect(rowTexts()).not.toContain('Audio only');
});

test('the cover is there while sound alone is heard, and until pictures are shown', async () => {
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

const PARTS = ['.listening-cover', '.caption-frame', '.centre-controls button', '.control-bar', '.top-actions button'];

test.each([
  [640, 360, 'fine'],
  [640, 360, 'coarse'],
  [360, 640, 'coarse'],
  [344, 194, 'fine'],
  [344, 194, 'coarse'],
] as const)(
  'in a frame of %i × %i the words of the cover lie over no caption and no control, for a %s pointer',
  async (width, height, pointer) => {
    const captions = captionsOf([cueOf('Cells live, cells die, patterns stay.')]);
    const shown = await showPlayer({ ...APART, quality: 'audio', captions }, { size: [width, height] });
    await Promise.all([waitForCues(1), until(() => textsOf('.listening-cover').length).toBe(1)]);
    if (pointer === 'coarse') await touchPicture(shown);
    else await mouse.moveTo([width / 2, 20]);
    await until(() => drawn('.control-bar').length).toBe(1);
    for (const animation of document.getAnimations()) animation.finish();
    expect(overlaps(PARTS)).toEqual([]);
    await shown.clock.advance(10_000);
    await until(() => shown.root.hasAttribute('data-idle')).toBe(true);
    for (const animation of document.getAnimations()) animation.finish();
    expect(textsOf('.listening-cover')).toEqual(['Audio only']);
    expect(overlaps(PARTS)).toEqual([]);
  },
);
