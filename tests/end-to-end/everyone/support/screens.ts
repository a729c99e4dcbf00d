import type { BrowserContext, Page } from 'playwright';
import type { PageOptions, WatchedPage } from '../../support/browser.ts';
import { pause, waitForState, waitForTime } from '../../support/player-page.ts';
import type { Product } from '../../support/product.ts';

/** One state of the screen, and how a viewer gets there. */
export interface Screen {
  readonly name: string;
  readonly path: string;
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

const PLAY = '/embed/orieldemo01?autoplay=1&mute=1';

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
  {
    name: 'context menu',
    path: PLAY,
    reach: async (page) => {
      await paused(page);
      await page.mouse.click(100, 80, { button: 'right' });
      await page.locator('.context-menu').waitFor();
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
    path: '/embed/orieldemo01?autoplay=1&mute=1&worker=off',
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
  { name: 'live', path: '/embed/oriellive01?autoplay=1&mute=1', reach: playing },
  {
    name: 'behind live',
    path: '/embed/oriellive01?autoplay=1&mute=1',
    reach: async (page) => {
      await playing(page);
      await waitForTime(page, 20);
      await page.locator('.seek-input').press('Home');
      await page.locator('.live:not([data-at-head])').waitFor();
    },
  },
  { name: 'playlist', path: '/embed/videoseries?list=PLorieldemolist001&autoplay=1&mute=1', reach: paused },
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

/** What a screen needs before its page is opened. */
async function prepare({ name }: Screen, context: BrowserContext): Promise<void> {
  if (name === 'error with another try')
    await context.route(/\.(m4s|mp4|m3u8)/, (route) => route.fulfill({ status: 500, body: '' }));
}

/** Opens the page and goes to the state. */
export async function show(
  product: Pick<Product, 'openPage' | 'playerOrigin'>,
  screen: Screen,
  options: PageOptions & { readonly query?: string } = {},
): Promise<WatchedPage> {
  const { query = '', ...contextOptions } = options;
  const opened = await product.openPage(contextOptions);
  await prepare(screen, opened.context);
  await opened.page.goto(`${product.playerOrigin}${screen.path}${screen.path.includes('?') ? '&' : '?'}${query}`);
  await screen.reach(opened.page);
  return opened;
}
