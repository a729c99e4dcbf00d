import { gunzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import type { PageOptions } from '../support/browser.ts';
import { WIDE } from '../support/contexts.ts';
import { moveUntil } from '../support/move-until.ts';
import { pause, waitForControls } from '../support/player-page.ts';
import { lastNotice } from '../support/notices.ts';
import { test as base, type Product } from '../support/test.ts';

const test = base.extend('environment', { scope: 'file' }, { ORIEL_SCENARIOS: '1' });

const VIDEO = '/embed/orieldemo01?autoplay=1&mute=1';
/** With consent, so that the next visit recognizes the viewer. */
const KNOWN = `${VIDEO}&consent=functional`;

/** Opens a video and focuses a control: during playback unfocused controls hide, and hidden buttons have no role. */
async function open(product: Product, page: Page, path: string): Promise<void> {
  await page.goto(product.playerOrigin + path);
  await waitForControls(page);
  await page.waitForSelector('.top-actions', { state: 'attached' });
  await page.keyboard.press('Tab');
}

async function watch(product: Product, path: string, options: PageOptions = {}) {
  const watched = await product.openPage(options);
  await open(product, watched.page, path);
  return watched;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
const openMore = async (page: Page) => {
  await button(page, 'More').press('Enter');
  await page.getByRole('dialog', { name: 'More' }).waitFor();
};
const opinion = (page: Page, name: RegExp) => page.getByRole('radio', { name });
const switchRow = (page: Page, name: RegExp) => page.getByRole('switch', { name });

test.concurrent(
  'a playlist that a host loads by video ids lists the titles of its videos',
  async ({ product, site }) => {
    const { page } = await product.openPage();
    const source = `${product.playerOrigin}/embed/?enablejsapi=1`;
    await page.goto(
      site.page(`<iframe id="frame" width="640" height="360" src="${source}" allow="autoplay"></iframe>`),
    );
    const frame = page.frameLocator('#frame');
    await frame.locator('#player').waitFor();
    const load = { event: 'command', func: 'loadPlaylist', args: [['orielsphere', 'orieldemo01']], id: 1 };
    await page.evaluate((message) => {
      const { contentWindow } = document.querySelector('iframe') as HTMLIFrameElement;
      const post = (data: object): void => contentWindow?.postMessage(JSON.stringify(data), '*');
      post({ event: 'listening', id: 1 });
      post(message);
    }, load);
    await frame.locator('#player[data-state="playing"]').waitFor();
    await frame.getByRole('button', { name: 'Playlist', exact: true }).press('Enter');
    const lines = frame.getByRole('dialog', { name: 'Playlist' }).locator('.menu-item');
    await lines.first().waitFor();
    expect(await lines.allTextContents()).toEqual(['A plain under one sun, all around0:10', 'Four small worlds0:28']);
  },
);

test('the share panel offers link and embed code, optionally from the current time, and confirms a copy [N7]', async ({
  product,
}) => {
  const { page, problems } = await watch(product, VIDEO, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.keyboard.press('5');
  await pause(page);
  const asked = page.waitForResponse(/share\/get_share_panel/);
  await button(page, 'Share').press('Enter');
  const response = await asked;
  expect(response.status()).toBe(200);
  const packed = response.request().postDataBuffer() ?? Buffer.of();
  expect(JSON.parse(gunzipSync(packed).toString())).toMatchObject({
    serializedSharedEntity: expect.stringMatching(/./),
    clientParams: 'embedded-player',
  });
  const panel = page.getByRole('dialog', { name: 'Share' });
  const link = panel.getByRole('textbox', { name: 'Link' });
  await expect.poll(() => link.inputValue()).toBe(`${product.playerOrigin}/embed/orieldemo01`);
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await panel.getByRole('checkbox', { name: /^Start at 0:1[3-9]$/ }).check();
  expect(await link.inputValue()).toMatch(/\/embed\/orieldemo01\?start=1[3-9]$/);
  await panel.getByRole('button', { name: 'Copy: Embed code' }).click();
  await panel.getByRole('button', { name: 'Copied: Embed code' }).waitFor();
  expect(await panel.locator('[role="status"]').allTextContents()).toContain('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^<iframe .*src="[^"]+\/embed\/orieldemo01\?start=1[3-9]".*title="Four small worlds"/,
  );
  await page.keyboard.press('Escape');
  expect(await panel.count()).toBe(0);
  expect(await focusedName(page)).toBe('Share');
  expect(problems).toEqual([]);
});

test.concurrent('a video of a playlist is shared with its playlist [N8]', async ({ product, expect }) => {
  const { page, problems } = await watch(product, '/embed/orieldemo01?list=PLorieldemolist001&autoplay=1&mute=1');
  await pause(page);
  const asked = page.waitForResponse(/get_web_player_share_panel/);
  await button(page, 'Share').press('Enter');
  expect(await (await asked).text()).toContain('"playlistId":"PLorieldemolist001"');
  const link = page.getByRole('dialog', { name: 'Share' }).getByRole('textbox', { name: 'Link' });
  await expect.poll(() => link.inputValue()).toContain('/embed/orieldemo01?list=PLorieldemolist001');
  expect(problems).toEqual([]);
});

test.concurrent(
  'a viewer can subscribe, and the next visit shows the subscription and can end it [N6, B1]',
  async ({ product, expect }) => {
    const { page, problems } = await watch(product, KNOWN, { viewport: WIDE });
    const sent = page.waitForRequest(/subscription\/subscribe/);
    await button(page, 'Subscribe: Oriel').press('Enter');
    expect((await sent).url()).toContain('/youtubei/v1/subscription/subscribe');
    await button(page, 'Subscribed: Oriel').waitFor();
    await expect.poll(() => lastNotice(page)).toBe('Subscribed');
    // The subscriptions of the viewer may arrive only after the controls have hidden again.
    await open(product, page, KNOWN);
    await moveUntil(page, () => button(page, 'Subscribed: Oriel').isVisible());
    await button(page, 'Subscribed: Oriel').press('Enter');
    await button(page, 'Subscribe: Oriel').waitFor();
    await open(product, page, KNOWN);
    await moveUntil(page, () => button(page, 'Subscribe: Oriel').isVisible());
    expect(problems).toEqual([]);
  },
);

test.concurrent(
  'likes, lists and notifications are sent to the paths that the provider names, and restored at the next visit [N3, N9, N10, N11]',
  async ({ product, expect }) => {
    const { page, problems } = await watch(product, KNOWN);
    const choose = async (name: RegExp) => {
      await opinion(page, name).press('Enter');
      await page.locator('.menu-item[aria-checked="true"]', { hasText: name }).waitFor();
    };
    const toggled = async (name: RegExp) => {
      await switchRow(page, name).press('Enter');
      await page.locator('.menu-item[aria-checked="true"]', { hasText: name }).waitFor();
    };
    const feedback = page.waitForRequest(/\/youtubei\/v1\/feedback/);
    await openMore(page);
    expect(await page.getByRole('button', { name: /^Notifications/ }).count()).toBe(0);
    await toggled(/^Subscribe/);
    await choose(/^Like/);
    expect(new URL((await feedback).url()).search).toBe('?alt=json');
    await toggled(/^Save to/);
    await page.getByRole('button', { name: 'Notifications All' }).press('Enter');
    await expect.poll(() => focusedName(page)).toBe('All');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Notifications Some' }).waitFor();
    await choose(/^Dislike/);
    expect(await opinion(page, /^Like/).getAttribute('aria-checked')).toBe('false');
    await page.getByRole('button', { name: 'Report video' }).press('Enter');
    await page.getByRole('button', { name: 'Violence' }).press('Enter');
    await expect.poll(() => lastNotice(page)).toContain('your report was sent');
    expect(await focusedName(page)).toBe('More');

    await open(product, page, KNOWN);
    await openMore(page);
    await page.getByRole('button', { name: 'Notifications Some' }).waitFor();
    expect(await switchRow(page, /^Save to/).getAttribute('aria-checked')).toBe('true');
    expect(await opinion(page, /^Dislike/).getAttribute('aria-checked')).toBe('true');
    await page.goto(`${product.playerOrigin}/embed/videoseries?list=WL&autoplay=1&mute=1&consent=functional`);
    await page.waitForFunction(() => document.title === 'Four small worlds - Oriel');
    expect(problems).toEqual([]);
  },
);
