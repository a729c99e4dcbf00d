import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { PageOptions } from './support/browser.ts';
import { PageConfig, PAGE_CONFIG_ELEMENT_ID } from '../../protocol/page/page-config.ts';
import { PlayerConfig } from '../../protocol/page/player-config.ts';
import { holdModule } from './support/hold-module.ts';
import { comeNear, currentTime, waitForState, waitForTime } from './support/player-page.ts';
import { test as base, type Product } from './support/test.ts';

/** The tests read stored data of the provider, so no other file uses their server. */
const test = base.extend('environment', { scope: 'file' }, {});

const open = async (product: Product, path: string, options: PageOptions = {}) => {
  const watched = await product.openPage(options);
  const response = await watched.page.goto(product.playerOrigin + path);
  return { ...watched, status: response?.status() ?? 0 };
};

const stateOf = (page: Page) => page.locator('#player').getAttribute('data-state');

test.concurrent.for(['/embed/orieldemo01', '/v/orieldemo01', '/e/orieldemo01'] as const)(
  '%s shows the player [P1]',
  async (path, { product }) => {
    const { page, problems, status } = await open(product, path);
    await waitForState(page, 'cued');
    expect(status).toBe(200);
    expect(await page.locator('#title').textContent()).toBe('Four small worlds');
    expect(problems).toEqual([]);
  },
);

test.concurrent('any other path is a plain 404 without a player [P1]', async ({ product }) => {
  for (const path of ['/watch/orieldemo01', '/embed/orieldemo01/more', '/nothing', '/v', '/v/', '/e', '/e/']) {
    const response = await fetch(product.playerOrigin + path);
    expect(response.status, path).toBe(404);
    expect(await response.text(), path).not.toContain('id="player"');
  }
});

test.concurrent(
  'the document title names the video and the product, and follows the current video [P2]',
  async ({ product }) => {
    const { page, context } = await open(product, '/embed/orieldemo01?playlist=orielmp4001');
    await waitForState(page, 'cued');
    expect(await page.title()).toBe('Four small worlds - Oriel');
    await page.locator('#big-play').click();
    await waitForState(page, 'playing');
    await page.keyboard.press('End');
    await page.waitForFunction(() => document.title === 'Four small worlds, one file - Oriel');
    await context.close();
    const { page: unknown, context: second } = await open(product, '/embed/unknown0000');
    expect(await unknown.title()).toBe('Oriel');
    await second.close();
  },
);

test.concurrent(
  'the theme is set by the address, or else by the preference of the system [P3]',
  async ({ product }) => {
    const menus = (page: Page) =>
      page.evaluate(() => {
        document.body.style.color = 'var(--oriel-surface-solid)';
        return getComputedStyle(document.body).color;
      });
    const seen: Record<string, string> = {};
    for (const [name, query, colorScheme] of [
      ['dark by system', '', 'dark'],
      ['light by system', '', 'light'],
      ['dark by address', '?theme=dark', 'light'],
      ['light by address', '?theme=light', 'dark'],
      ['nonsense', '?theme=blue', 'dark'],
    ] as const) {
      const { page, context } = await open(product, `/embed/orieldemo01${query}`, { colorScheme });
      // The styles of menus load with the interface.
      await waitForState(page, 'cued');
      await comeNear(page);
      await page.waitForFunction(
        () => getComputedStyle(document.documentElement).getPropertyValue('--oriel-surface-solid') !== '',
      );
      seen[name] = await menus(page);
      await context.close();
    }
    expect(seen['dark by address']).toBe(seen['dark by system']);
    expect(seen['light by address']).toBe(seen['light by system']);
    expect(seen['nonsense']).toBe(seen['dark by system']);
    expect(seen['dark by system']).not.toBe(seen['light by system']);
  },
);

test.concurrent(
  'feature flags reach the player configuration unchanged, each value cut at 500 characters [P4, C1]',
  async ({ product }) => {
    const long = 'x'.repeat(600);
    const html = await (
      await fetch(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&forced_experiments=a%3D1,b%3D${long}`)
    ).text();
    const json = /<script type="application\/json" id="oriel-config">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '{}';
    const player = PlayerConfig.parse((JSON.parse(json) as { player: unknown }).player);
    expect(player.args).toMatchObject({ fflags: `a=1,b=${'x'.repeat(500)}`, video_id: 'orieldemo01', autoplay: true });
    expect(player.attrs).toMatchObject({ width: expect.anything(), height: expect.anything(), id: expect.any(String) });
    expect(player.loaded).toBe(true);
    expect(player.assets).toEqual({ js: expect.stringMatching(/^\/assets\/page-/), css: '' });
    for (const file of [player.assets.js, player.args.loaderUrl])
      expect((await fetch(`${product.playerOrigin}${file}`)).headers.get('Content-Type'), file).toContain('javascript');
  },
);

test.concurrent(
  'a playable and a refused video both have an author and a page in the configuration, and only the playable one has suggestions [N23]',
  async ({ product }) => {
    for (const [videoId, status, related] of [
      ['orieldemo01', 'OK', ['orielsphere', 'orielmp4001', 'oriellive01']],
      ['orielblockd', 'BLOCKED', undefined],
    ] as const) {
      const { page, problems, context } = await open(product, `/embed/${videoId}`);
      const json = await page.locator(`#${PAGE_CONFIG_ELEMENT_ID}`).textContent();
      const { playerResponse } = PageConfig.parse(JSON.parse(json ?? ''));
      const details = playerResponse?.videoDetails;
      expect(playerResponse?.playabilityStatus.status).toBe(status);
      expect(details).toMatchObject({ author: 'Oriel', authorUrl: '/', pageUrl: '/', lengthSeconds: 28 });
      expect(playerResponse?.related?.map((entry) => entry.videoId)).toEqual(related);
      expect((await fetch(product.playerOrigin + details?.pageUrl)).status).toBe(200);
      const width = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return image.naturalWidth;
      }, details?.authorPicture ?? '');
      expect(width).toBeGreaterThan(0);
      expect(problems).toEqual([]);
      await context.close();
    }
  },
);

test.concurrent(
  'poster, title, author, play button and length are shown before any script has loaded',
  async ({ product }) => {
    const { page } = await product.openPage();
    const release = await holdModule(page);
    await page.goto(`${product.playerOrigin}/embed/orieldemo01`, { waitUntil: 'commit' });
    await page.locator('#big-play').waitFor();
    const links = page.locator('.title-bar a');
    expect(await links.allTextContents()).toEqual(['Four small worlds', 'Oriel']);
    for (const link of await links.all()) expect(await link.isVisible()).toBe(true);
    const picture = await page.locator('.author-picture').boundingBox();
    expect(picture).toMatchObject({ width: 32, height: 32 });
    const [play, length] = [await page.locator('#big-play').boundingBox(), await page.locator('#length').boundingBox()];
    expect(await page.locator('#length').textContent()).toBe('0:28');
    expect((length?.x ?? 0) - (play?.x ?? 0)).toBeGreaterThan(play?.width ?? 0);
    const poster = await page.locator('.poster img').boundingBox();
    expect(poster?.width).toBeGreaterThan(100);
    release();
  },
);

test.concurrent('a press on play plays: time advances and frames are painted', async ({ product }) => {
  const { page, problems } = await open(product, '/embed/orieldemo01');
  await page.locator('#big-play').click();
  await waitForState(page, 'playing');
  const painted = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const video = document.querySelector('video');
        let frames = 0;
        const count = (): void => {
          frames += 1;
          if (frames === 5) resolve(frames);
          else video?.requestVideoFrameCallback(count);
        };
        video?.requestVideoFrameCallback(count);
      }),
  );
  expect(await painted).toBe(5);
  const before = await currentTime(page);
  await waitForTime(page, before + 0.5);
  expect(problems).toEqual([]);
});

test.concurrent(
  'autoplay=1 starts the video, and autoplay of 0, false or nothing only cues it [P6]',
  async ({ product }) => {
    for (const [query, state] of [
      ['autoplay=1', 'playing'],
      ['autoplay=0', 'cued'],
      ['autoplay=false', 'cued'],
      ['autoplay=', 'cued'],
    ] as const) {
      const { page, context } = await open(product, `/embed/orieldemo01?${query}`);
      await waitForState(page, state);
      await context.close();
    }
  },
);

test.concurrent(
  'autoplay that the browser refuses with sound plays muted, and one press turns the sound on [P6]',
  async ({ product, launch }) => {
    const strict = await launch('--autoplay-policy=document-user-activation-required');
    const { page } = await product.openPage({ inBrowser: strict });
    // Script evaluation by the test counts as a user gesture, so the test waits for a request of the page instead.
    const started = page.waitForRequest(/video_stats/);
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1`);
    await started;
    expect(await stateOf(page)).toBe('playing');
    expect(await page.evaluate(() => document.querySelector('video')?.muted)).toBe(true);
    // The interface may have replaced the first unmute button by the time of the press.
    await page.locator('.first-unmute:visible, .unmute:visible').click();
    expect(await page.evaluate(() => document.querySelector('video')?.muted)).toBe(false);
  },
);

test.concurrent.for([
  ['unknown0000', 'video.notfound', 404],
  ['bad', 'api.invalidparam', 400],
  ['orielblockd', 'embedder.denied', 200],
] as const)(
  '%s shows an error card with the reason, and nothing keeps loading [P5, P8]',
  async ([id, code, expectedStatus], { product }) => {
    const { page, status } = await open(product, `/embed/${id}`);
    const card = page.locator('.error-card');
    await card.waitFor();
    expect(status).toBe(expectedStatus);
    expect(await card.textContent()).toContain(code);
    expect(await page.locator('.spinner').count()).toBe(0);
    expect(await stateOf(page)).toBe('unstarted');
  },
);

test.for(['', '&worker=off'] as const)(
  'events of the page reach the provider’s database (?autoplay=1%s) [N4, N5]',
  async (query, { product }) => {
    const counted = async () => {
      const response = await fetch(`${product.playerOrigin}/provider/api/events/count`);
      return (JSON.parse(await response.text()) as { count: number }).count;
    };
    const before = await counted();
    const { page } = await open(product, `/embed/orieldemo01?autoplay=1${query}`);
    await waitForState(page, 'playing');
    await expect.poll(counted).toBeGreaterThan(before + 2);
  },
);
