import type { Page } from 'playwright';
import { startHostSite, type HostSite } from '../support/host-site.ts';
import type { WatchedPage } from '../support/browser.ts';
import { test, type Product } from '../support/test.ts';
import type { OrielPlayerElement } from '../../../src/host/element/types.ts';

/** `<oriel-player>` as a page's author uses it: the built module, from another origin. */

interface HostPage extends Window {
  seen: [name: string, detail: unknown][];
}

const EVENTS = ['loadstart', 'ready', 'play', 'playing', 'pause', 'ended', 'volumechange', 'videochange', 'error'];

/** Opens a host page that listens on its document, so that recorded events have bubbled out of the shadow tree. */
async function open(product: Product, site: HostSite, markup: string, options = {}): Promise<WatchedPage> {
  const watched = await product.openPage(options);
  await watched.page.goto(
    site.page(`<!doctype html><title>Host</title><link rel="icon" href="data:,">
      <style>oriel-player { display: block; width: 480px; aspect-ratio: 16 / 9 }</style>
      <script>
        window.seen = [];
        for (const name of ${JSON.stringify(EVENTS)})
          document.addEventListener(name, (event) => {
            const { player, error, ...detail } = event.detail ?? {};
            seen.push([name, detail]);
          });
        window.shifts = 0;
        new PerformanceObserver((list) => {
          for (const { value } of list.getEntries()) window.shifts += value;
        }).observe({ type: 'layout-shift', buffered: true });
      </script>
      ${markup}
      <script type="module" src="${product.playerOrigin}/oriel-player.js"></script>`),
  );
  return watched;
}

const LITE = '<oriel-player video-id="orieldemo01" lite></oriel-player><p>Text below.</p>';

const seen = (page: Page) => page.evaluate(() => (window as unknown as HostPage).seen);
const names = async (page: Page) => (await seen(page)).map(([name]) => name);
const frames = (page: Page) => page.locator('oriel-player iframe').count();
/** Runs a function in the page, with the element as its argument. */
const withElement = <Value>(page: Page, act: (element: OrielPlayerElement) => Value, index = 0) =>
  page
    .locator('oriel-player')
    .nth(index)
    .evaluate(act as (element: Element) => Value);

test.concurrent(
  'an element with lite shows poster and button, and creates its frame on a press, which plays with sound',
  async ({ product, site, launch, expect }) => {
    const inBrowser = await launch('--autoplay-policy=document-user-activation-required');
    const { page, problems } = await open(product, site, LITE, { inBrowser });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const button = page.getByRole('button', { name: 'Play: Four small worlds' });
    await button.waitFor();
    await expect
      .poll(() => page.locator('oriel-player img').evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect(await frames(page)).toBe(0);
    expect(requests.filter((path) => path.startsWith('/embed'))).toEqual([]);
    expect(await page.locator('link[rel=preconnect]').count()).toBe(0);
    await button.hover();
    expect(await page.locator('link[rel=preconnect]').getAttribute('href')).toBe(product.playerOrigin);
    expect(await frames(page)).toBe(0);

    await button.click();
    await expect.poll(() => names(page)).toContain('playing');
    await expect.poll(() => withElement(page, (element) => element.currentTime)).toBeGreaterThan(0.3);
    expect(
      await withElement(page, (element) => [element.muted, element.volume, element.paused, element.readyState]),
    ).toEqual([false, 1, false, 4]);
    const [frame] = page.frames().filter((each) => each.url().includes('/embed/'));
    expect(await frame?.evaluate(() => document.querySelector('video')?.muted)).toBe(false);
    expect(await frames(page)).toBe(1);
    expect(await page.locator('oriel-player button').count()).toBe(0);
    expect(await page.evaluate(() => (window as unknown as { shifts: number }).shifts)).toBe(0);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'attributes and properties of the element control the player, and its events report the changes',
  async ({ product, site, expect }) => {
    const markup =
      '<oriel-player video-id="orieldemo01" start="3" muted controls="false" title="Our video"></oriel-player>';
    const { page, problems } = await open(product, site, markup);
    await expect.poll(() => names(page)).toContain('ready');
    const frame = page.locator('oriel-player iframe');
    const address = new URL((await frame.getAttribute('src')) ?? '');
    expect(Object.fromEntries(address.searchParams)).toMatchObject({ start: '3', mute: '1', controls: '0' });
    expect(await frame.getAttribute('title')).toBe('Our video');
    expect(await withElement(page, (element) => [element.currentTime, element.muted, element.duration > 20])).toEqual([
      3,
      true,
      true,
    ]);
    await withElement(page, async (element) => {
      element.volume = 0.25;
      element.muted = false;
      await element.play();
      element.pause();
    });
    await expect.poll(() => names(page)).toEqual(expect.arrayContaining(['play', 'playing', 'pause']));
    await expect.poll(() => seen(page)).toContainEqual(['volumechange', { volume: 0.25, muted: false }]);
    await withElement(page, (element) => (element.videoId = 'orielmp4001'));
    await expect
      .poll(() => seen(page))
      .toContainEqual(['videochange', expect.objectContaining({ videoId: 'orielmp4001' })]);
    expect(await page.locator('oriel-player').getAttribute('video-id')).toBe('orielmp4001');
    expect(await frames(page)).toBe(1);
    expect(await withElement(page, (element) => element.paused)).toBe(true);
    expect(problems).toEqual([]);
  },
);

test(
  'the element works under a strict policy of the host page, and the browser blocks nothing',
  { tags: ['thorough'] },
  async ({ product, expect, onTestFinished }) => {
    const { playerOrigin } = product;
    const strict = await startHostSite({
      'Content-Security-Policy': `default-src 'none'; script-src ${playerOrigin}; frame-src ${playerOrigin}; connect-src ${playerOrigin}; img-src ${playerOrigin}; require-trusted-types-for 'script'; trusted-types 'none'`,
      'Cross-Origin-Embedder-Policy': 'require-corp',
    });
    onTestFinished(() => strict.stop());
    const { page, problems } = await product.openPage();
    await page.goto(
      strict.page(`<!doctype html><title>Strict</title><oriel-player video-id="orieldemo01" lite></oriel-player>
      <script type="module" src="${playerOrigin}/oriel-player.js"></script>`),
    );
    await page.getByRole('button', { name: 'Play: Four small worlds' }).click();
    await expect.poll(() => withElement(page, (element) => element.currentTime)).toBeGreaterThan(0.2);
    expect(await withElement(page, (element) => element.offsetHeight)).toBe(
      await withElement(page, (element) => Math.round((element.offsetWidth * 9) / 16)),
    );
    expect(problems.filter((problem) => !problem.includes('favicon'))).toEqual([]);
  },
);
