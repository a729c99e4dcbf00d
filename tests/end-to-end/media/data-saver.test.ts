import type { Page } from 'playwright';
import { currentTime, pause, waitForState, waitForTime } from '../support/player-page.ts';
import { test } from '../support/test.ts';
import { splitRows } from '../../support/split-rows.ts';

/** A frame of 1280 pixels would allow 1080p. */
const WIDE = { viewport: { width: 1280, height: 720 } };
/** Ten seconds, and a segment whose request has begun before. */
const SAVED_AHEAD_MAX_SECONDS = 15;

const height = (page: Page): Promise<number> => page.evaluate(() => document.querySelector('video')?.videoHeight ?? 0);

const aheadSeconds = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const video = document.querySelector('video');
    return video && video.buffered.length > 0 ? video.buffered.end(video.buffered.length - 1) - video.currentTime : 0;
  });

/** Replaces `navigator.connection` before the first script of the page. */
const withConnection = (page: Page, facts: Record<string, unknown>): Promise<unknown> =>
  page.addInitScript((given) => {
    const connection = Object.assign(new EventTarget(), given);
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection });
  }, facts);

for (const { rows, options } of splitRows(
  [
    ['the address requests data saving', 'data_saver=1', {}],
    ['the browser saves data', '', { saveData: true, effectiveType: '4g' }],
  ] as const,
  ([who]) => who === 'the address requests data saving',
))
  test.concurrent.for(rows)(
    'if %s, the player loads little ahead, and at most 480p',
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

test.concurrent(
  'a viewer sees the data use of a quality, turns the data saver on, and has it on at the next visit',
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
