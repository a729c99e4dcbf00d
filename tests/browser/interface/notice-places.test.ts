import { expect, onTestFinished, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerSnapshot } from '../../../src/page/player/player.ts';
import { captionsOf } from './support/caption-parts.ts';
import { all, boxOf, textsOf } from './support/elements.ts';
import { covered } from './support/overlaps.ts';
import { HUNDRED } from './support/seek-parts.ts';
import { showPlayer, type ShownPlayer } from './support/show-player.ts';
import { setTextSize } from './support/text-size.ts';
import { showForFinger } from './support/touch-picture.ts';
import { until } from './support/until.ts';

const SIZES = [
  [200, 113],
  [200, 200],
  [320, 180],
  [344, 194],
  [360, 640],
  [480, 270],
  [640, 360],
  [1280, 720],
] as const;
/** Every frame with every size of text, and each of both with every pointer and direction of the interface. */
const CASES = SIZES.flatMap(([width, height], row) =>
  [16, 24, 32].flatMap((textPx, column) =>
    (['fine', 'coarse'] as const).map((pointer, one) => {
      const language = ['en', 'ar'][(row + column + one) % 2] ?? 'en';
      return [width, height, textPx, pointer, language] as const;
    }),
  ),
);

type Case = readonly [width: number, height: number, textPx: number, pointer: 'fine' | 'coarse', language: string];

/** Shows the player with visible controls. */
async function show(
  [width, height, textPx, pointer, language]: Case,
  patch: Partial<PlayerSnapshot> = {},
): Promise<ShownPlayer> {
  await setTextSize(textPx);
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  const shown = await showPlayer(
    { ...HUNDRED, state: PLAYER_STATE.playing, position: { seconds: 50, atMs: 0, rate: 0 }, ...patch },
    { size: [width, height], query: `hl=${language}` },
  );
  await until(() => all('.top-more, .control-bar').length).toBe(2);
  if (pointer === 'coarse') showForFinger(shown);
  await until(() => [shown.root.dataset['pointer'], shown.root.hasAttribute('data-idle')]).toEqual([pointer, false]);
  return shown;
}

/** The controls that the notice covers, and whether the notice is at the left. */
async function seek(key: 'j' | 'l'): Promise<readonly [covered: string[], isLeft: boolean]> {
  await userEvent.keyboard(key);
  await until(() => textsOf('.notice').join()).toMatch(key === 'j' ? /-/ : /\+/);
  for (const animation of document.getAnimations()) animation.finish();
  const { left, right } = boxOf('.notice');
  return [covered('.notice'), (left + right) / 2 < window.innerWidth / 2];
}

test.each(CASES)(
  'at %i × %i px with text of %i px and a %s pointer (%s) the seconds of a seek are at their side, clear of controls',
  async (...one) => {
    await show(one);
    expect([await seek('j'), await seek('l')]).toEqual([
      [[], true],
      [[], false],
    ]);
  },
);

// In 200 px large text leaves too little between the two.
test.each(CASES.filter(([width, , textPx]) => textPx !== 24 && (width > 200 || textPx === 16)))(
  'at %i × %i px with text of %i px and a %s pointer (%s) the seconds of a seek leave “Unmute” free',
  async (...one) => {
    await show(one, { muted: true });
    await until(() => all('.unmute').length).toBe(1);
    expect([(await seek('j'))[0], (await seek('l'))[0]]).toEqual([[], []]);
  },
);

test.each([
  [200, 113, 'en'],
  [200, 113, 'ar'],
  [240, 135, 'en'],
])('at %i × %i px the words of a key leave the way to the menus free (%s)', async (width, height, language) => {
  await show([width, height, 16, 'fine', language], { captions: captionsOf([], { active: -1 }) });
  await userEvent.keyboard('c');
  await until(() => textsOf('.notice').length).toBe(1);
  for (const animation of document.getAnimations()) animation.finish();
  expect(covered('.notice')).toEqual([]);
});
