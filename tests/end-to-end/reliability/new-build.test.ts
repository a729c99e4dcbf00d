// @module-tag thorough
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { openBuild } from '../../support/other-build.mjs';
import { publishNextBuild } from '../support/next-build.ts';
import { currentTime, waitForControls, waitForState, waitForTime } from '../support/player-page.ts';
import { startServer, type RunningServer } from '../support/server.ts';
import { test as base } from '../support/test.ts';
import { POLLING, ProviderView } from './support/provider-view.ts';

interface Deployment extends RunningServer {
  /** The folder that the server serves. */
  readonly dist: string;
}

const test = base
  .extend('checkout', async ({}, { onCleanup }) => {
    const build = await openBuild('dist');
    onCleanup(build.remove);
    return build;
  })
  .extend('deployment', async ({ checkout: { checkout, environment } }, { onCleanup }): Promise<Deployment> => {
    const server = await startServer(environment, checkout);
    onCleanup(() => server.stop());
    return { ...server, dist: join(checkout, 'dist') };
  });

const buildOf = (page: Page): Promise<string | null> => page.locator('#oriel-main').getAttribute('content');
const loadsOf = (page: Page): { readonly count: () => number } => {
  let loads = 0;
  page.on('load', () => (loads += 1));
  return { count: () => loads };
};
const isMuted = (page: Page): Promise<boolean> => page.evaluate(() => document.querySelector('video')?.muted ?? false);
/** Menus are cached as soon as a video plays; a browser may have dropped them. */
async function disableCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
}
/** A person's browser: errors of robots are not reported. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';

test('an open page finds the parts of its build after the next deployment', async ({ deployment, product }) => {
  const { page, problems } = await product.openPage();
  await disableCache(page);
  await page.goto(`${deployment.playerOrigin}/embed/orieldemo01?autoplay=1&mute=1&loop=1`);
  await waitForControls(page);
  const loads = loadsOf(page);
  await publishNextBuild(deployment.dist);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(loads.count()).toBe(0);
  expect(problems).toEqual([]);
});

test('a page with missing parts reports it and continues in the next build, at its position', async ({
  deployment,
  product,
}) => {
  const { page } = await product.openPage({ userAgent: PERSON });
  await disableCache(page);
  await page.goto(`${deployment.playerOrigin}/embed/orieldemo01?mute=1&start=12`);
  await page.locator('#big-play').click();
  await waitForControls(page);
  await page.keyboard.press('m');
  await waitForTime(page, 13);
  expect(await isMuted(page)).toBe(false);
  const [before, loads] = [await buildOf(page), loadsOf(page)];
  await publishNextBuild(deployment.dist);
  await rm(join(deployment.dist, 'earlier-assets'), { recursive: true });
  await page.keyboard.press('?');
  await page.waitForFunction((old) => document.getElementById('oriel-main')?.getAttribute('content') !== old, before);
  await waitForState(page, 'playing');
  expect(await currentTime(page)).toBeGreaterThan(13);
  expect(await isMuted(page)).toBe(false);
  await waitForControls(page);
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(loads.count()).toBe(1);
  const reports = async (): Promise<number> =>
    (await new ProviderView(deployment.hostOrigin).errorReports()).filter(({ message }) => /open-panel/.test(message))
      .length;
  await expect.poll(reports, POLLING).toBe(1);
});
