import type { Page } from 'playwright';
import { pause, waitForControls } from '../support/player-page.ts';
import { test, type Product } from '../support/test.ts';

const PLAYING = 'autoplay=1&mute=1';

/** Opens a video and focuses a control: during playback unfocused controls hide, and hidden buttons have no role. */
async function watch(product: Product, path: string) {
  const watched = await product.openPage();
  const { page } = watched;
  await page.goto(product.playerOrigin + path);
  await waitForControls(page);
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
  'a page with an embed code of the share panel has a player with the chosen options',
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
