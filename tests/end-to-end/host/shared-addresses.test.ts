// @module-tag thorough
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { findFrame, type WatchedPage } from '../support/browser.ts';
import { DEPLOYMENTS, test as base } from '../support/deployments.ts';
import { startPathProxy } from '../support/path-proxy.ts';
import { waitForTime } from '../support/player-page.ts';
import { test as plain } from '../support/test.ts';
import { hostHtml } from './support/host-page.ts';

/** The share panel of a player offers URLs of the player's server and path prefix, also in a page of another origin. */

const PREFIX = '/some/player';

const frameOf = (players: string, path = '/embed/orieldemo01?autoplay=1&mute=1'): string =>
  hostHtml(`<iframe src="${players}${path}" allow="autoplay; clipboard-write" width="900" height="500"></iframe>`);

/** Opens the share panel and returns its link and embed code, after the provider has responded. */
async function shared({ page }: WatchedPage): Promise<{ link: string; code: string }> {
  const frame = page.frameLocator('iframe');
  const reply = page.waitForResponse(/share\/get_share_panel/);
  await frame.locator('#player').hover();
  await frame.locator('.top-share').press('Enter');
  await reply;
  const link = frame.getByRole('textbox', { name: 'Link', exact: true });
  return { link: await link.inputValue(), code: await frame.getByRole('textbox', { name: 'Embed code' }).inputValue() };
}

async function expectOwn(
  page: Page,
  { link, code }: Awaited<ReturnType<typeof shared>>,
  players: string,
): Promise<void> {
  expect(new URL(link).origin + new URL(link).pathname).toBe(`${players}/embed/orieldemo01`);
  expect(code).toContain(`src="${players}/embed/orieldemo01`);
  await page.goto(link);
  await page.locator('#title', { hasText: 'Four small worlds' }).waitFor({ state: 'attached' });
}

base.for(DEPLOYMENTS)(
  'a player %s shares a link and an embed code of its own address [N7]',
  async (deployment, { product, deployed, site }) => {
    const players = deployed.players[deployment];
    const watched = await product.openPage({ viewport: { width: 1000, height: 600 } });
    await watched.page.goto(site.page(frameOf(players)));
    await expectOwn(watched.page, await shared(watched), players);
  },
);

base(
  'a player from a static host plays at a URL in which a CMS has written & in place of the first ?',
  async ({ product, deployed, site }) => {
    const { page } = await product.openPage();
    await page.goto(
      site.page(frameOf(deployed.players['from a static host'], '/embed/orieldemo01&amp;rel=0?autoplay=1&mute=1')),
    );
    await waitForTime(await findFrame(page, '/embed/'), 0.2);
  },
);

plain.extend('environment', { scope: 'file' }, { ORIEL_PATH_PREFIX: PREFIX }).for([false, true])(
  'a player below a path of another server shares links with that path (proxy strips the prefix: %s) [N8]',
  async (takesPathOff, { product, server, site, onTestFinished }) => {
    const proxy = await startPathProxy(server.port, PREFIX, takesPathOff);
    onTestFinished(() => proxy.stop());
    const players = `http://127.0.0.1:${proxy.port}${PREFIX}`;
    const watched = await product.openPage({ viewport: { width: 1000, height: 600 } });
    await watched.page.goto(site.page(frameOf(players)));
    await expectOwn(watched.page, await shared(watched), players);
  },
);
