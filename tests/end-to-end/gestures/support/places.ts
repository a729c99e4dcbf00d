import type { Page } from 'playwright';
import { waitForControls, waitForState } from '../../support/player-page.ts';
import type { Hands } from './hands.ts';

const PLAY = '/embed/orieldemo01?autoplay=1&mute=1&loop=1';

/** A state of the player, and how a viewer reaches it. */
export interface Situation {
  readonly path: string;
  readonly reach: (page: Page, hands: Hands) => Promise<unknown>;
}

async function reachMenu(page: Page, hands: Hands): Promise<void> {
  await waitForControls(page);
  await hands.move(0.5, 0.4);
  await hands.pressOn('[data-icon="settings"]');
  await page.locator('.panel').waitFor();
}

/** The states that gestures are tried in. */
export const SITUATIONS = {
  playing: { path: PLAY, reach: waitForControls },
  paused: {
    path: PLAY,
    async reach(page, hands) {
      await waitForControls(page);
      await hands.key('k');
      await waitForState(page, 'paused');
    },
  },
  ended: {
    path: '/embed/orieldemo01?autoplay=1&mute=1',
    async reach(page, hands) {
      await waitForControls(page);
      await hands.key('End');
      await waitForState(page, 'ended');
    },
  },
  'played to its end': {
    path: '/embed/orieldemo01?autoplay=1&mute=1&start=26',
    reach: (page) => waitForState(page, 'ended'),
  },
  live: {
    path: '/embed/oriellive01?autoplay=1&mute=1',
    async reach(page) {
      await waitForControls(page);
      // A live stream plays before its window is known; the seek bar is disabled until then.
      await page.locator('.seek-input:enabled').waitFor();
    },
  },
  'right to left': { path: `${PLAY}&hl=ar`, reach: waitForControls },
  'with its menu open': { path: PLAY, reach: reachMenu },
  'in full screen': {
    path: PLAY,
    async reach(page, hands) {
      await waitForControls(page);
      await hands.key('f');
      await page.waitForFunction(() => document.fullscreenElement !== null);
    },
  },
} as const satisfies Readonly<Record<string, Situation>>;

export type SituationName = keyof typeof SITUATIONS;
