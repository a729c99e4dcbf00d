import type { BrowserContext, Page } from 'playwright';
import type { PageOptions, WatchedPage } from '../../support/browser.ts';
import { pause, waitForState, waitForTime } from '../../support/player-page.ts';
import type { Product } from '../../support/test.ts';

/** One state of the screen, and how a viewer gets there. */
export interface Screen {
  readonly name: string;
  readonly path: string;
  /** What has to be so before the page is opened. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>;
  readonly reach: (page: Page) => Promise<void>;
}

const playing = async (page: Page): Promise<void> => {
  await waitForState(page, 'playing');
  await page.locator('.control-bar').waitFor();
};
const paused = async (page: Page): Promise<void> => {
  await playing(page);
  await pause(page);
};
const settings = async (page: Page): Promise<void> => {
  await paused(page);
  await page.locator('[data-opens="settings"]').press('Enter');
  await page.locator('.settings').waitFor();
};
const settingsPage = (row: string, then?: string) => async (page: Page) => {
  await settings(page);
  for (const name of then === undefined ? [row] : [row, then])
    await page.locator(`[data-row="${name}"]`).press('Enter');
  await page.locator('.menu-back').waitFor();
};
const error = (page: Page) => page.locator('.error-card').waitFor();
/** A panel that opens from a button beside the title. */
const panel = (name: string, ready: string) => async (page: Page) => {
  await paused(page);
  await page.locator(`[data-opens="${name}"]`).press('Enter');
  await page.locator(ready).waitFor();
};
const contextMenu = async (page: Page): Promise<void> => {
  await paused(page);
  await page.mouse.click(100, 80, { button: 'right' });
  await page.locator('.context-menu').waitFor();
};
const subscribed = async (page: Page): Promise<void> => {
  await panel('more', '.more-menu')(page);
  await page.locator('.more-menu [role="switch"]').first().press('Enter');
  await page.locator('[data-row="notifications"]').waitFor();
};
const around = async (page: Page): Promise<void> => {
  await playing(page);
  await page.locator('#player[data-spherical="shown"] .look-controls').waitFor();
  await pause(page);
};

const PLAY = '/embed/orieldemo01?autoplay=1&mute=1';
const LIST = '/embed/videoseries?list=PLorieldemolist001&autoplay=1&mute=1';
const LIVE = '/embed/oriellive01?autoplay=1&mute=1';
const SPHERE = '/embed/orielsphere?autoplay=1&mute=1&loop=1';

/** Every state of the screen that a viewer can be in. */
export const SCREENS: readonly Screen[] = [
  {
    name: 'poster',
    path: '/embed/orieldemo01',
    reach: async (page) => void (await waitForState(page, 'cued')),
  },
  { name: 'playing', path: PLAY, reach: playing },
  { name: 'paused', path: PLAY, reach: paused },
  {
    name: 'captions on',
    path: `${PLAY}&cc_load_policy=1`,
    reach: async (page) => {
      await paused(page);
      await page.keyboard.press('6');
      await page.locator('.caption-line').first().waitFor();
    },
  },
  {
    name: 'seek bar with focus',
    path: PLAY,
    reach: async (page) => {
      await paused(page);
      await page.locator('.seek-input').focus();
      await page.keyboard.press('ArrowRight');
      await page.locator('.seek-preview').waitFor();
    },
  },
  { name: 'settings', path: PLAY, reach: settings },
  { name: 'quality', path: PLAY, reach: settingsPage('quality') },
  { name: 'speed', path: PLAY, reach: settingsPage('speed') },
  { name: 'captions menu', path: PLAY, reach: settingsPage('captions') },
  { name: 'caption style', path: PLAY, reach: settingsPage('captions', 'captionStyle') },
  { name: 'context menu', path: PLAY, reach: contextMenu },
  {
    name: 'about',
    path: PLAY,
    reach: async (page) => {
      await contextMenu(page);
      await page.locator('.context-menu .menu-item').last().press('Enter');
      await page.locator('.about').waitFor();
    },
  },
  {
    name: 'keys',
    path: PLAY,
    reach: async (page) => {
      await paused(page);
      await page.keyboard.press('?');
      await page.locator('.shortcuts').waitFor();
    },
  },
  { name: 'error that is final', path: '/embed/unknown0000', reach: error },
  {
    name: 'error with another try',
    path: `${PLAY}&worker=off`,
    prepare: (context) => context.route(/\.(m4s|mp4|m3u8)/, (route) => route.fulfill({ status: 500, body: '' })),
    reach: error,
  },
  {
    name: 'offline',
    path: PLAY,
    reach: async (page) => {
      await paused(page);
      await page.context().setOffline(true);
      await page.locator('.banner').waitFor();
    },
  },
  { name: 'live', path: LIVE, reach: playing },
  {
    name: 'behind live',
    path: LIVE,
    reach: async (page) => {
      await playing(page);
      await waitForTime(page, 20);
      await page.locator('.seek-input').press('Home');
      await page.locator('.live:not([data-at-head])').waitFor();
    },
  },
  { name: 'playlist', path: LIST, reach: paused },
  { name: 'playlist panel', path: LIST, reach: panel('playlist', '.playlist-panel') },
  {
    name: 'next video announced',
    path: LIST,
    reach: async (page) => {
      await playing(page);
      await page.keyboard.press('9');
      await page.locator('.up-next').waitFor();
      await pause(page);
    },
  },
  {
    name: 'share',
    path: PLAY,
    reach: async (page) => {
      await playing(page);
      await page.keyboard.press('5');
      await panel('share', '.share-start')(page);
    },
  },
  { name: 'more', path: LIST, reach: panel('more', '.more-menu') },
  { name: 'more, subscribed', path: PLAY, reach: subscribed },
  {
    name: 'notifications',
    path: PLAY,
    reach: async (page) => {
      await subscribed(page);
      await page.locator('[data-row="notifications"]').press('Enter');
      await page.locator('.menu-back').waitFor();
    },
  },
  {
    name: 'report sent',
    path: PLAY,
    reach: async (page) => {
      await panel('more', '.more-menu')(page);
      await page.locator('.more-menu .menu-item').last().press('Enter');
      await page.locator('.notice').waitFor();
    },
  },
  {
    name: 'sound is offered',
    path: '/embed/orieldemo01?autoplay=1',
    /** As a browser that wants a gesture first: whatever looks into the page would count as one. */
    prepare: (context) =>
      context.addInitScript(() => {
        const { play } = HTMLMediaElement.prototype;
        HTMLMediaElement.prototype.play = function start(): Promise<void> {
          return this.muted ? play.call(this) : Promise.reject(new DOMException('not allowed', 'NotAllowedError'));
        };
      }),
    reach: async (page) => {
      await playing(page);
      await page.locator('.corner-button').waitFor();
    },
  },
  {
    name: 'going on is offered',
    path: PLAY,
    reach: async (page) => {
      await playing(page);
      await page.keyboard.press('5');
      await waitForTime(page, 13);
      await pause(page);
      await page.reload();
      await page.locator('.corner-button').waitFor();
    },
  },
  {
    name: 'a section repeats',
    path: PLAY,
    reach: async (page) => {
      await paused(page);
      for (const key of ['2', 'r', '6', 'r']) await page.keyboard.press(key);
      await page.locator('.seek-section').waitFor();
    },
  },
  {
    name: 'waiting for data',
    path: PLAY,
    prepare: (context) => context.route('**/*.m4s', () => undefined),
    reach: async (page) => {
      await waitForState(page, 'buffering');
      /** The ring comes after a delay. */
      await page.waitForFunction(() => {
        const poster = document.querySelector('#poster');
        return poster !== null && getComputedStyle(poster, '::after').opacity === '1';
      });
    },
  },
  { name: 'film all around', path: SPHERE, reach: around },
  {
    name: 'keys of a film all around',
    path: SPHERE,
    reach: async (page) => {
      await around(page);
      await page.keyboard.press('?');
      await page.locator('.shortcuts').waitFor();
    },
  },
  {
    name: 'ended',
    path: PLAY,
    reach: async (page) => {
      await playing(page);
      await page.keyboard.press('End');
      await waitForState(page, 'ended');
    },
  },
];

/** Opens the page and goes to the state. */
export async function show(
  product: Pick<Product, 'openPage' | 'playerOrigin'>,
  screen: Screen,
  options: PageOptions & { readonly query?: string } = {},
): Promise<WatchedPage> {
  const { query = '', ...contextOptions } = options;
  const opened = await product.openPage(contextOptions);
  await screen.prepare?.(opened.context);
  await opened.page.goto(`${product.playerOrigin}${screen.path}${screen.path.includes('?') ? '&' : '?'}${query}`);
  await screen.reach(opened.page);
  return opened;
}
