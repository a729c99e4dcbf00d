// @module-tag thorough
import type { Page } from 'playwright';
import { findFrame } from '../support/browser.ts';
import { test } from '../support/test.ts';

/** A cued embed loads only its first paint. */

const embed = (origin: string, query = '') =>
  `<iframe src="${origin}/embed/orieldemo01${query}" width="640" height="360" allow="autoplay"></iframe>`;

/** Scripts and workers that a page and its frames have requested. */
function codeOf(page: Page): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) requested.push(request.url());
  });
  return requested;
}

test.concurrent(
  'twenty cued embeds load no code and start no worker, and a pressed embed plays [P6]',
  async ({ product, site, expect }) => {
    const { page, problems } = await product.openPage();
    const code = codeOf(page);
    const embeds = Array.from({ length: 20 }, (_, index) =>
      embed(product.playerOrigin, ['', '?autoplay=0', '?autoplay='][index % 3]),
    ).join('');
    await page.goto(site.page(`<!doctype html><title>Twenty</title><link rel="icon" href="data:,">${embeds}`));
    await expect.poll(() => page.frames().length).toBe(21);
    expect([code, page.workers()]).toEqual([[], []]);
    const frame = page.frames()[1];
    await frame?.locator('#big-play').click();
    await frame?.locator('#player[data-state="playing"]').waitFor();
    await expect.poll(() => page.workers().map((worker) => worker.url()).length).toBe(2);
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'the first press on a cued embed plays the video with sound [P6]',
  async ({ product, site, expect }) => {
    const { page } = await product.openPage();
    await page.goto(site.page(`<!doctype html><title>One</title>${embed(product.playerOrigin)}`));
    const frame = await findFrame(page, '/embed/');
    await frame.locator('#big-play').dispatchEvent('click');
    await frame.locator('#player[data-state="playing"]').waitFor();
    expect(await frame.locator('video').evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
  },
);

interface HostPage extends Window {
  seen: string[];
}

test.concurrent(
  'a lazy player loads when it is scrolled into view, or at once on the first command [H1]',
  async ({ product, site, expect }) => {
    const { page, problems } = await product.openPage();
    const { playerOrigin } = product;
    await page.goto(
      site.page(`<!doctype html><title>Lazy</title><link rel="icon" href="data:,"><div style="height: 9000px"></div>
      <div id="one"></div><div style="height: 9000px"></div><div id="two"></div>
      <div style="height: 9000px"></div><div id="three"></div>
      <script src="${playerOrigin}/iframe_api"></script>
      <script type="module">
        import { createPlayer } from '${playerOrigin}/oriel.js';
        window.seen = [];
        const note = (id) => () => seen.push(id);
        window.one = new Oriel.Player('one', { videoId: 'orieldemo01', loading: 'lazy', events: { onReady: note('one') } });
        createPlayer('#two', { videoId: 'orieldemo01', loading: 'lazy', readyTimeoutMs: 20_000 }).then(note('two'), note('failed'));
        window.three = new Oriel.Player('three', { videoId: 'orieldemo01', loading: 'lazy', events: { onReady: note('three') } });
        seen.push('made');
      </script>`),
    );
    const seen = () => page.evaluate(() => (window as unknown as HostPage).seen);
    const loaded = () => page.frames().filter((frame) => frame.url().includes('/embed/')).length;
    await expect.poll(seen).toEqual(['made']);
    expect(loaded()).toBe(0);
    await page.evaluate(() => (window as unknown as { three: { mute(): void } }).three.mute());
    await expect.poll(seen).toEqual(['made', 'three']);
    await page.locator('#two').scrollIntoViewIfNeeded();
    await page.locator('iframe').nth(1).scrollIntoViewIfNeeded();
    await expect.poll(seen).toEqual(['made', 'three', 'two']);
    expect(problems).toEqual([]);
  },
);
