// @module-tag thorough
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { waitForControls, waitForTime } from '../support/player-page.ts';
import { worstContrast } from './support/pixels.ts';
import { SCREENS } from '../../../src/states/screens.ts';
import { show } from './support/show.ts';
import { test } from '../support/test.ts';

const screen = (name: string) => {
  const found = SCREENS.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no screen ${name}`);
  return found;
};

/** Injects a stylesheet through the browser, because the page's policy allows no inline styles. */
const style = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }, css);

/** Tolerance: a box at a fraction of a pixel measures 23.999996 instead of 24. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, select, a[href]')]
      .filter((one) => one.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }))
      .map((one) => ({ name: one.ariaLabel ?? one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0 && (box.width < 23.99 || box.height < 23.99))
      .map(({ name, box }) => `${name}: ${box.width} × ${box.height}`),
  );

/** Content that is clipped and cannot be scrolled to. */
const outside = (page: Page) =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '.control-bar button, .control-bar input, .error-card, .end-replay, .end-share, .end-card, .panel',
      ),
    ]
      .filter((one) => one.checkVisibility())
      .map((one) => ({ name: one.ariaLabel ?? one.className, box: one.getBoundingClientRect() }))
      .filter(
        ({ box }) =>
          box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5,
      )
      .map(({ name }) => name),
  );

const WHITE = [255, 255, 255] as const;

/** Contrast of a colour with what is behind each element that matches. */
async function contrastsOf(page: Page, selector: string, color: readonly [number, number, number]): Promise<number[]> {
  const contrasts: number[] = [];
  for (const element of await page.locator(selector).all()) {
    const clip = await element.boundingBox();
    if (clip !== null) contrasts.push(await worstContrast(page, color, clip));
  }
  expect(contrasts.length).toBeGreaterThan(0);
  return contrasts;
}

test.concurrent.for(['#fff', '#000'] as const)(
  'over a picture that is all %s every text has contrast 4.5, every icon 3',
  async (picture, { product }) => {
    const { page } = await show(product, screen('paused'));
    // Unmutes the video, because the offer of sound takes the place of the title.
    await page.keyboard.press('m');
    await page.locator('.unmute').waitFor({ state: 'detached' });
    await style(
      page,
      `.media, .poster { visibility: hidden } .player { background: ${picture} !important }
     .icon-button .icon, .control-bar :is(.icon, .time, .live, input), .title, .author, .seek-track, .notices { opacity: 0 !important }
     .icon-button::after, .icon-button::before { display: none }`,
    );
    for (const contrast of await contrastsOf(page, '.title, .author bdi, .time', WHITE))
      expect(contrast).toBeGreaterThanOrEqual(4.5);
    for (const contrast of await contrastsOf(page, '.icon-button .icon', WHITE))
      expect(contrast).toBeGreaterThanOrEqual(3);
  },
);

test.concurrent.for(['#fff', '#000'] as const)(
  'over a poster that is all %s the end screen has contrast 4.5 for every text, 3 for every icon',
  async (picture, { product }) => {
    const { page } = await show(product, screen('ended'));
    await style(
      page,
      `.media, .poster img { visibility: hidden } .poster { background: ${picture} !important }
     .icon, .control-bar :is(.time, input), .title, .author, .seek-track, .notices { opacity: 0 !important }
     .end-title, .end-author, .end-share { color: transparent !important }
     .icon-button::after, .icon-button::before { display: none }`,
    );
    for (const contrast of await contrastsOf(page, '.title, .author bdi, .time, .end-title, .end-share', WHITE))
      expect(contrast).toBeGreaterThanOrEqual(4.5);
    for (const contrast of await contrastsOf(page, '.end-author', [223, 228, 226]))
      expect(contrast).toBeGreaterThanOrEqual(4.5);
    for (const contrast of await contrastsOf(page, '.icon-button .icon', WHITE))
      expect(contrast).toBeGreaterThanOrEqual(3);
  },
);

test.concurrent(
  'the played part of the seek bar has contrast 3 to the rest, also in a colour that has to be lightened',
  async ({ product }) => {
    for (const color of ['', '000080']) {
      const { page, context } = await show(product, screen('paused'), { query: `color=${color}` });
      const accent = await page.locator('.seek-played').evaluate((played) => {
        const [red = 0, green = 0, blue = 0] = (getComputedStyle(played).backgroundColor.match(/\d+/g) ?? []).map(
          Number,
        );
        return [red, green, blue] as const;
      });
      await style(page, '.seek-played { opacity: 0 } .seek-mark { display: none }');
      await style(page, '.seek-line { box-shadow: none !important; border-radius: 0 !important }');
      const clip = await page.locator('.seek-buffered').boundingBox();
      if (clip === null) throw new Error('no bar');
      expect(await worstContrast(page, accent, clip)).toBeGreaterThanOrEqual(3);
      await context.close();
    }
  },
);

/** Times that are wider than their element, so that a neighbour covers them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.control-row :is(.time, .live)')]
      .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
      .map((part) => `${part.className} ${part.scrollWidth} > ${part.clientWidth}`),
  );

const SIZES = [
  [200, 112],
  [200, 200],
  [320, 180],
  [640, 360],
  [1280, 720],
  [3840, 2160],
] as const;

test.concurrent.for([
  'paused',
  'live',
  'playlist',
  'settings',
  'keys',
  'error with another try',
  'refused',
  'ended',
] as const)(
  'from 200 pixels to 4K everything is inside the frame, and large enough to press: %s',
  async (name, { product }) => {
    const { page } = await show(product, screen(name));
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      const found = [await outside(page), await smallTargets(page), await cutOff(page)];
      expect([width, height, ...found]).toEqual([width, height, [], [], []]);
    }
  },
);

test.concurrent(
  'mounting the interface causes no layout shift from the first paint to playback',
  async ({ product }) => {
    const { page } = await product.openPage();
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
    await waitForControls(page);
    await waitForTime(page, 1);
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.001);
  },
);

test.concurrent('with reduced motion nothing is animated', async ({ product }) => {
  const { page } = await show(product, screen('paused'), { reducedMotion: 'reduce' });
  const durations = await page.evaluate(() =>
    [...document.querySelectorAll('.player *')].flatMap((one) => {
      const { transitionProperty, transitionDuration, animationName, animationDuration } = getComputedStyle(one);
      return [
        transitionProperty === 'none' ? 0 : Number.parseFloat(transitionDuration),
        animationName === 'none' ? 0 : Number.parseFloat(animationDuration),
      ];
    }),
  );
  expect(Math.max(...durations)).toBeLessThan(0.001);
});
