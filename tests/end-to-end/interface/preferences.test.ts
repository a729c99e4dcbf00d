import type { Page } from 'playwright';
import { expect } from 'vitest';
import { makeCatalog } from '../support/catalog.ts';
import { setVolume, waitForControls } from '../support/player-page.ts';
import { startServer } from '../support/server.ts';
import { test as base } from '../support/test.ts';

/** A server whose pages are private at 127.0.0.1, and elsewhere belong to the demo account, whose id they have to request. */
const test = base.extend('ownServer', { scope: 'file' }, async ({}, { onCleanup }) => {
  const catalog = await makeCatalog({
    'site.json': {
      privateEmbedHosts: ['127.0.0.1'],
      dataSyncIdInPage: false,
      consent: 'functional',
      config: { hot: { playbackQualityDefault: 'small' } },
    },
  });
  const server = await startServer({ ORIEL_CATALOG_DIR: catalog.folder, ORIEL_DEMO_ACCOUNT: '1' });
  onCleanup(async () => {
    await server.stop();
    await catalog.remove();
  });
  return server;
});

async function play(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForControls(page);
}

const sound = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    return { volume: video?.volume, muted: video?.muted, rate: video?.playbackRate };
  });
const keptCookie = (page: Page) => page.evaluate(() => document.cookie);

/** Chooses a lower volume, a higher speed and Spanish captions, and mutes the video. */
async function choose(page: Page): Promise<void> {
  await setVolume(page, 30);
  await page.keyboard.press('>');
  await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
  await page.getByRole('button', { name: /^Captions (Off|English)/ }).press('Enter');
  await page.getByRole('radio', { name: 'Español' }).press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('m');
  await page.getByRole('button', { name: 'Unmute' }).waitFor();
}

test.concurrent(
  'volume, mute, speed and captions are restored before the first sound [S9]',
  async ({ product, expect }) => {
    const { page, problems } = await product.openPage();
    const address = `${product.playerOrigin}/embed/orieldemo01?autoplay=1`;
    await play(page, address);
    // A cookie of another part of the site.
    await page.evaluate(() => void (document.cookie = 'site-preferences=volume=7'));
    await choose(page);
    await expect.poll(() => keptCookie(page)).toMatch(/muted=1/);
    // Records the element's volume when it starts to play, which may be before the player is ready.
    await page.addInitScript(() => {
      const heard: number[] = [];
      Object.assign(window, { heard });
      document.addEventListener('play', ({ target }) => heard.push((target as HTMLVideoElement).volume), true);
    });
    await play(page, address);
    await expect.poll(() => sound(page)).toEqual({ volume: 0.3, muted: true, rate: 1.25 });
    await page.locator('.captions[lang="es"]').waitFor();
    expect(await page.evaluate(() => (window as unknown as { heard: number[] }).heard[0])).toBe(0.3);
    expect(await page.getByRole('slider', { name: 'Volume' }).getAttribute('aria-valuetext')).toBe('Muted');
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=0&cc_lang_pref=en`);
    await page.locator('.captions[lang="en"]').waitFor();
    expect(await sound(page)).toEqual({ volume: 0.3, muted: false, rate: 1.25 });
    expect(problems).toEqual([]);
  },
);

test.concurrent('a private embed keeps preferences only until its page ends [P10]', async ({ product, ownServer }) => {
  const { page, context } = await product.openPage();
  const address = `${ownServer.playerOrigin}/embed/orieldemo01?autoplay=1`;
  await play(page, address);
  await choose(page);
  await page.keyboard.press('5');
  await page.keyboard.press('k');
  // A page that stores preferences has stored them by the time it ends.
  await play(page, address);
  expect(await page.evaluate(() => [document.cookie, localStorage.length])).toEqual(['', 0]);
  expect(await context.cookies()).toEqual([]);
  expect(await sound(page)).toEqual({ volume: 1, muted: false, rate: 1 });
});

/** Number of records in a database; 0 for a missing database, which opening would create. */
const recordsOf = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (wanted) => {
    const there = await indexedDB.databases();
    if (!there.some((database) => database.name === wanted)) return 0;
    const opening = indexedDB.open(wanted);
    await new Promise((resolve) => (opening.onsuccess = opening.onerror = resolve));
    const database = opening.result;
    const counting = database
      .transaction([...database.objectStoreNames])
      .objectStore('configs')
      .count();
    await new Promise((resolve) => (counting.onsuccess = counting.onerror = resolve));
    database.close();
    return counting.result;
  }, name);

test.concurrent(
  'a signed-in page requests its account id, and the next visit has the quality that the provider configured [N1, N12, S4]',
  async ({ product, ownServer, expect }) => {
    const { page, problems } = await product.openPage();
    const address = `${ownServer.hostOrigin}/embed/orieldemo01?autoplay=1&mute=1`;
    const asked = page.waitForRequest(/\/getDatasyncIdsEndpoint/);
    await play(page, address);
    const headers = await (await asked).allHeaders();
    expect(headers['authorization']).toMatch(/^Bearer \S+$/);
    expect(headers['x-youtube-bootstrap-logged-in']).toBe('true');
    await expect.poll(() => recordsOf(page, 'oriel-config.demo-account')).toBeGreaterThan(0);
    await play(page, address);
    await page.getByRole('button', { name: 'Settings', exact: true }).press('Enter');
    await page.getByRole('button', { name: /^Quality.*240p/ }).waitFor();
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a signed-in page without an account id stores nothing and reports an error; with an id its databases are named after the id [N12, S1, E1, E2, E3]',
  async ({ product, ownServer, expect }) => {
    // Errors of headless browsers are not reported (E6).
    const userAgent = `Mozilla/5.0 (X11; Linux x86_64) Chrome/${product.browser.version()} Safari/537.36`;
    const { page, context } = await product.openPage({ userAgent });
    const reports: (string | null)[][] = [];
    context.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === '/error_204') reports.push([searchParams.get('level'), searchParams.get('msg')]);
    });
    let datasyncIds: readonly string[] = [];
    await context.route(/\/getDatasyncIdsEndpoint/, (route) => route.fulfill({ json: { datasyncIds } }));
    const address = `${ownServer.hostOrigin}/embed/orieldemo01?autoplay=1&mute=1`;
    const databases = () =>
      page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? '').toSorted());
    await play(page, address);
    await expect.poll(() => reports).toContainEqual(['warning', 'Datasync ID not set']);
    await expect.poll(() => reports).toContainEqual(['error', 'No user identifier specified']);
    expect(await databases()).toEqual([]);
    datasyncIds = ['id:with|colon'];
    await play(page, address);
    await expect.poll(databases).toEqual(['oriel-config.id%3Awith%7Ccolon', 'oriel-logs.id%3Awith%7Ccolon']);
  },
);
