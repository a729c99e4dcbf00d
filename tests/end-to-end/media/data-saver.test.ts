import type { Page } from 'playwright';
import { moveUntil } from '../support/move-until.ts';
import { currentTime, pause, waitForState, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { splitRows } from '../../support/split-rows.ts';

/** In a frame of 1280 pixels, the ladder ends at 1080p. */
const WIDE = { viewport: { width: 1280, height: 720 } };
/** Ten seconds, and a segment that has begun before. */
const SAVED_AHEAD_MAX_SECONDS = 15;

const height = (page: Page): Promise<number> => page.evaluate(() => document.querySelector('video')?.videoHeight ?? 0);

const aheadSeconds = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    return video && video.buffered.length > 0 ? video.buffered.end(video.buffered.length - 1) - video.currentTime : 0;
  });

/** Replaces `navigator.connection`, from the first script on. */
const withConnection = (page: Page, facts: Record<string, unknown>): Promise<unknown> =>
  page.addInitScript((given) => {
    const connection = Object.assign(new EventTarget(), given);
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection });
  }, facts);

for (const { rows, options } of splitRows(
  [
    ['the address asks for it', 'data_saver=1', {}],
    ['the browser saves data', '', { saveData: true, effectiveType: '4g' }],
  ] as const,
  ([who]) => who === 'the address asks for it',
))
  test.concurrent.for(rows)(
    'where %s, little is loaded ahead and 480p at most',
    options,
    async ([, query, facts], { product, expect }) => {
      const { page } = await product.openPage(WIDE);
      await withConnection(page, facts);
      const requested: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&${query}`);
      await waitForTime(page, 4);
      expect(await aheadSeconds(page)).toBeLessThan(SAVED_AHEAD_MAX_SECONDS);
      await waitForTime(page, 8);
      expect(await height(page)).toBeLessThanOrEqual(480);
      expect(requested.filter((url) => /(720|1080)/.test(url))).toEqual([]);
    },
  );

test.concurrent.for([
  ['on', 240, 'data_saver=1'],
  ['off', 480, 'data_saver=0'],
] as const)(
  'a frame of 344 × 194 on a screen of density 2, with the data saver %s, plays %ip',
  { tags: ['thorough'] },
  async ([, lines, query], { product, expect }) => {
    const { page } = await product.openPage({ viewport: { width: 344, height: 194 }, deviceScaleFactor: 2 });
    await withConnection(page, { saveData: false, effectiveType: '4g' });
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&loop=1&${query}`);
    await waitForTime(page, 20);
    expect(await height(page)).toBe(lines);
  },
);

test.concurrent(
  'a page that is slow to say which limits hold loads nothing better meanwhile',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page } = await product.openPage(WIDE);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    let early: readonly string[] | null = null;
    await page.route(/\.js$/, async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      // The part that decides on limits names the slowest connections.
      if (text.includes('slow-2g')) {
        await waitForTime(page, 2);
        early = requested.filter((url) => /(720|1080)/.test(url));
      }
      await route.fulfill({ response, body: text });
    });
    await page.goto(`${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`);
    await expect.poll(() => requested.some((url) => /(720|1080)/.test(url)), { timeout: 20_000 }).toBe(true);
    expect(early).toEqual([]);
  },
);

test.concurrent(
  'a viewer turns the data saver on, sees what an hour costs, and finds both at the next visit',
  async ({ product, expect }) => {
    const { page } = await product.openPage(WIDE);
    const address = `${product.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1`;
    await page.goto(address);
    await waitForState(page, 'playing');
    await waitForTime(page, 2);
    await pause(page);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: /^Quality/ }).click();
    await page.getByRole('radio', { name: /^240p about \d+ MB an hour$/ }).waitFor();
    await page.getByRole('button', { name: /^Back/ }).click();
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByRole('button', { name: 'Data usage Normal' }).click();
    await page.getByText(/^[\d.]+ [kM]B used by this video$/).waitFor();
    await page.getByRole('radiogroup', { name: 'Data saver' }).getByRole('radio', { name: 'On' }).click();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'More settings' }).click();
    await page.getByRole('button', { name: 'Data usage Data saver' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.cookie)).toMatch(/dataSaver=on/);
    await page.goto(address);
    await waitForTime(page, 4);
    expect(await currentTime(page)).toBeGreaterThan(4);
    expect(await aheadSeconds(page)).toBeLessThan(SAVED_AHEAD_MAX_SECONDS);
  },
);

test.concurrent.for([
  ['240p', 'v240'],
  ['480p', 'v480'],
] as const)(
  'a viewer chooses %s before the start, and nothing else is loaded of the pictures',
  { tags: ['thorough'] },
  async ([label, folder], { product, expect }) => {
    const { page, problems } = await product.openPage(WIDE);
    const requested: string[] = [];
    page.on('request', (request) => requested.push(new URL(request.url()).pathname));
    await page.goto(`${product.playerOrigin}/embed/orieldemo01`);
    // The interface comes with the pointer.
    const more = page.getByRole('button', { name: 'More' });
    await moveUntil(page, async () => (await more.count()) === 1);
    await more.click();
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: 'Quality Auto' }).click();
    await page.getByRole('radio', { name: new RegExp(`^${label} about \\d+ MB an hour$`) }).click();
    expect(requested.filter((path) => /\.m(?:3u8|4s)$/.test(path))).toEqual([]);
    await page.keyboard.press('k');
    await waitForTime(page, 6);
    const pictures = requested.filter((path) => /\/v\d+\/.*m4s$/.test(path));
    expect(pictures.length).toBeGreaterThan(2);
    expect(pictures.filter((path) => !path.includes(`/${folder}/`))).toEqual([]);
    expect(await height(page)).toBe(Number(folder.slice(1)));
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a connection that becomes metered while a video plays lowers its quality, and nothing stops',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page, problems } = await product.openPage(WIDE);
    await withConnection(page, { saveData: false, effectiveType: '4g' });
    await page.goto(`${product.playerOrigin}/embed/oriellive01?autoplay=1&mute=1`);
    await page.waitForFunction(() => (document.querySelector('video')?.videoHeight ?? 0) > 480);
    await page.evaluate(() => {
      const { connection } = navigator as unknown as { connection: EventTarget };
      Object.assign(connection, { saveData: true }).dispatchEvent(new Event('change'));
    });
    await expect.poll(() => height(page), { timeout: 20_000 }).toBeLessThanOrEqual(480);
    expect(problems).toEqual([]);
  },
);
