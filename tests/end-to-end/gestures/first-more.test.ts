// @module-tag thorough
import type { Page } from 'playwright';
import { holdModule } from '../support/hold-module.ts';
import { waitForState } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';
import { Hands } from './support/hands.ts';

/** The 'More' button of the first paint, by touch: viewers can choose the quality before the video starts and uses data. */

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 344, height: 194 } };

async function open(product: Product, query = '') {
  const { page, problems } = await product.openPage(PHONE);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  const go = () => page.goto(`${product.playerOrigin}/embed/orieldemo01${query}`);
  return {
    page,
    problems,
    hands: await Hands.of(page),
    go,
    media: () => requested.filter((path) => path.endsWith('m4s')),
  };
}

const stateOf = (page: Page): Promise<string | null> => page.locator('#player').getAttribute('data-state');

test.concurrent(
  'the quality can be chosen by touch before the start, without loading media',
  async ({ product, expect }) => {
    const { page, problems, hands, go, media } = await open(product);
    await go();
    await hands.tapOn('.first-more');
    await page.locator('.more-menu').waitFor();
    await page.getByRole('button', { name: 'Settings', exact: true }).tap();
    await page.getByRole('button', { name: 'Quality Auto' }).waitFor();
    expect([await stateOf(page), media(), problems]).toEqual(['cued', [], []]);
  },
);

test.concurrent(
  'presses on More before the page’s module has loaded open the menu once',
  async ({ product, expect }) => {
    const { page, hands, go, media } = await open(product);
    const release = await holdModule(page);
    await go();
    // A viewer who sees no menu yet taps again.
    for (let taps = 0; taps < 3; taps += 1) await hands.tapOn('.first-more');
    release();
    await page.locator('.more-menu').waitFor();
    expect([await stateOf(page), media()]).toEqual(['cued', []]);
    await page.locator('.menu-close').tap();
    await page.locator('.more-menu').waitFor({ state: 'detached' });
    await hands.tapOn('.top-more');
    await page.locator('.more-menu').waitFor();
  },
);

test.concurrent(
  'a menu whose module failed to load does not open later over a video that was started instead',
  async ({ product, expect }) => {
    const { page, hands, go } = await open(product);
    let isAway = true;
    await page.route('**/open-interface-*.js', (route) => (isAway ? route.abort() : route.continue()));
    await go();
    await hands.tapOn('.first-more');
    await page.locator('.unreached').waitFor();
    await hands.tapOn('#big-play');
    await waitForState(page, 'playing');
    isAway = false;
    await page.locator('.top-more').waitFor();
    expect(await page.locator('.more-menu').count()).toBe(0);
  },
);

test.concurrent(
  'a touch on More that ends after the interface has loaded opens the menu',
  async ({ product, expect }) => {
    const { page, hands, go } = await open(product);
    await go();
    await page.locator('.first-more').waitFor();
    const loaded = page.waitForEvent('requestfinished', (request) => request.url().includes('/open-interface-'));
    await hands.touchOn('.first-more');
    await loaded;
    await hands.lift();
    await page.locator('.more-menu').waitFor();
    expect(await stateOf(page)).toBe('cued');
  },
);
