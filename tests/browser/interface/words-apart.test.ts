import { afterEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import { notices } from '../../../src/page/interface/shared/notices.ts';
import { drawn, find } from './support/elements.ts';
import { overlaps } from './support/overlaps.ts';
import { mouse } from './support/real-pointers.ts';
import { HUNDRED, onBar } from './support/seek-parts.ts';
import { showPlayer } from './support/show-player.ts';
import { until } from './support/until.ts';

const WORDS = [
  '.notice',
  '.banner',
  '.resume-question',
  '.listening-cover',
  '.seek-preview',
  '.title-bar h1',
  '.title-bar a',
];

afterEach(() => {
  window.dispatchEvent(new Event('online'));
});

test('a notice before the start does not cover the big play button', async () => {
  const { features } = await showPlayer({ ...HUNDRED, state: PLAYER_STATE.cued }, { size: [344, 194] });
  features.get(notices).show('Limit quality to: 240p', { forMs: Infinity });
  await until(() => drawn('.notice').length).toBe(1);
  const { bottom } = find('.notice').getBoundingClientRect();
  expect(bottom).toBeLessThan(194 / 2 - 30);
});

const SIZES = [
  [1280, 720],
  [640, 360],
  [390, 780],
  [400, 300],
  [344, 280],
  [344, 257],
  [344, 194],
] as const;

test.each(
  SIZES.flatMap(([width, height]) => (['mouse', 'touch'] as const).map((type) => [width, height, type] as const)),
)(
  'in a frame of %i × %i no notice, banner, preview, question or control overlaps another (%s)',
  async (width, height, pointerType) => {
    const shown = await showPlayer(
      {
        ...HUNDRED,
        state: PLAYER_STATE.playing,
        position: { seconds: 42, atMs: 0, rate: 1 },
        qualities: ['hd720', 'small', 'audio', 'auto'],
        qualityChoice: 'audio',
        quality: 'audio',
      },
      { size: [width, height] },
    );
    const { root, features } = shown;
    root.dispatchEvent(new PointerEvent('pointermove', { pointerType, bubbles: true }));
    await until(() => drawn('.listening-cover').length).toBe(1);
    const expectApart = (): void => {
      for (const animation of document.getAnimations()) animation.finish();
      expect(overlaps([...WORDS, '.icon-button', '.text-button'])).toEqual([]);
    };
    expectApart();
    window.dispatchEvent(new Event('offline'));
    await until(() => drawn('.banner').length).toBe(1);
    expectApart();
    // A mouse reaches nothing below the window of the tests.
    if (pointerType === 'mouse' && height <= 720) {
      await mouse.moveTo(onBar(0.4));
      await until(() => drawn('.seek-preview').length).toBe(1);
      expectApart();
      await mouse.moveTo([width / 2, 5]);
      await until(() => drawn('.seek-preview').length).toBe(0);
    }
    features.get(notices).show('You’re offline. Try again when you’re back online.', { forMs: Infinity });
    await until(() => drawn('.notice').length).toBe(1);
    expectApart();
    features.get(notices).hide();
    await userEvent.keyboard('k');
    await until(() => drawn('.resume-question').length).toBe(1);
    expectApart();
    features.get(notices).show('Copied', { forMs: Infinity });
    await until(() => drawn('.notice').length).toBe(1);
    expectApart();
    expect(find('.resume-question')).not.toBeNull();
  },
);
