import type { Page } from 'playwright';
import { pause, waitForState } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';

const PLAYING = 'autoplay=1&mute=1';

/** With the focus on a control: the controls of a video that plays hide, and then no button has a role. */
async function watch(product: Product, path: string) {
  const watched = await product.openPage();
  const { page } = watched;
  await page.goto(product.playerOrigin + path);
  await waitForState(page, 'playing');
  await page.waitForSelector('.top-actions', { state: 'attached' });
  await page.keyboard.press('Tab');
  return watched;
}

async function openShare(page: Page) {
  await pause(page);
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  return page.getByRole('dialog', { name: 'Share' });
}

test.concurrent(
  'a page with the embed code has a player with the chosen options',
  async ({ product, site, expect }) => {
    const { page, problems } = await watch(product, `/embed/orieldemo01?${PLAYING}`);
    const panel = await openShare(page);
    await panel.getByRole('textbox', { name: 'Start time' }).fill('0:14');
    for (const option of [/^Captions: English/, /^Autoplay/, /^Loop/, /^Private/])
      await panel.getByRole('checkbox', { name: option }).check();
    await panel.getByRole('combobox', { name: 'Size' }).selectOption('640 × 360');
    const code = await panel.getByRole('textbox', { name: 'Embed code' }).inputValue();
    const other = await product.openPage();
    await other.page.goto(site.page(`<!doctype html><title>Copied</title>${code}`));
    const frame = other.page.frameLocator('iframe');
    await frame.locator('#player[data-state="playing"]').waitFor();
    await frame.locator('.caption-line').first().waitFor();
    const media = await frame
      .locator('video')
      .evaluate((video: HTMLVideoElement) => [video.muted, video.currentTime >= 14]);
    expect(media).toEqual([true, true]);
    expect(await other.page.locator('iframe').boundingBox()).toMatchObject({ width: 640, height: 360 });
    const configurations = await frame.locator('script[type="application/json"]').allTextContents();
    expect(configurations).toContainEqual(expect.stringContaining('"privateEmbed":true'));
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'a list is shared with its place, and its link opens there',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const list = 'list=PLorieldemolist001';
    const { page } = await watch(product, `/embed/videoseries?${list}&${PLAYING}`);
    await page.keyboard.press('Shift+N');
    await page.waitForFunction(() => document.title === 'Four small worlds, one file - Oriel');
    await waitForState(page, 'playing');
    const panel = await openShare(page);
    const link = panel.getByRole('textbox', { name: 'Link' });
    await expect.poll(() => link.inputValue()).toBe(`${product.playerOrigin}/embed/orielmp4001?${list}&index=1`);
    const other = await watch(product, `/embed/orielmp4001?${list}&index=1&${PLAYING}`);
    await other.page.getByRole('button', { name: 'Playlist', exact: true }).press('Enter');
    expect(await other.page.locator('.menu-item[aria-current="true"]').textContent()).toContain('one file');
    await panel.getByRole('checkbox', { name: 'Whole playlist' }).uncheck();
    expect(await link.inputValue()).toBe(`${product.playerOrigin}/embed/orielmp4001`);
  },
);

test.concurrent(
  'a list without an id is shared from the present video on',
  { tags: ['thorough'] },
  async ({ product, expect }) => {
    const { page } = await watch(product, `/embed/orieldemo01?playlist=orielmp4001,orielsphere&${PLAYING}`);
    await page.keyboard.press('Shift+N');
    await page.waitForFunction(() => document.title === 'Four small worlds, one file - Oriel');
    await waitForState(page, 'playing');
    const panel = await openShare(page);
    const path = '/embed/orielmp4001?playlist=orielsphere%2Corieldemo01';
    await expect
      .poll(() => panel.getByRole('textbox', { name: 'Link' }).inputValue())
      .toBe(product.playerOrigin + path);
    const other = await watch(product, `${path}&${PLAYING}`);
    await other.page.getByRole('button', { name: 'Playlist', exact: true }).press('Enter');
    const lines = other.page.getByRole('dialog', { name: 'Playlist' }).locator('.menu-item');
    await lines.first().waitFor();
    expect(await lines.allTextContents()).toEqual([
      'Four small worlds, one file0:28',
      'A plain under one sun, all around0:10',
      'Four small worlds0:28',
    ]);
  },
);
