// @module-tag thorough
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { waitForControls } from './support/player-page.ts';
import { test as base } from './support/test.ts';
import { AXE_TAGS, violations } from './support/violations.ts';

/** `/provider/reports`: from the player's menu to the operator, and back to the home page. */

const test = base
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-reports-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    for (const name of ['videos', 'playlists', 'media', 'site.json'])
      await cp(join('src/provider/catalog', name), join(folder, name), { recursive: true });
    return folder;
  })
  .extend('environment', { scope: 'file' }, ({ folder }) => ({ ORIEL_CATALOG_DIR: folder }));

async function report(page: Page, origin: string, reason: string): Promise<void> {
  await page.goto(`${origin}/embed/orielmp4001?autoplay=1&mute=1`);
  await waitForControls(page);
  for (const name of ['More', 'Report video', reason])
    await page.getByRole('button', { name, exact: true }).press('Enter');
  await page.getByText('Thanks, your report was sent.').first().waitFor({ state: 'attached' });
}

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, colorScheme === 'light' ? AXE_TAGS : ['color-contrast']), colorScheme).toEqual([]);
  }
}

test('what two viewers report is set aside, taken back and unlisted by keyboard, and leaves the home page', async ({
  product,
  folder,
}) => {
  const { playerOrigin: origin } = product;
  for (const reason of ['Spam or misleading', 'Spam or misleading', 'Violence'])
    await report((await product.openPage()).page, origin, reason);
  const { page, problems } = await product.openPage();
  await page.goto(`${origin}/provider`);
  await page.getByRole('link', { name: 'Reports' }).click();
  const spam = page.getByRole('listitem').filter({ hasText: 'Spam or misleading: 2 people from 1 network' });
  await spam.waitFor();
  await spam.getByRole('link', { name: 'Four small worlds, one file' }).waitFor();
  const width = (): Promise<number> =>
    spam.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth);
  await expect.poll(width).toBeGreaterThan(0);
  await page.getByRole('listitem').filter({ hasText: 'Violence: 1 person from 1 network' }).waitFor();
  await expectNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await spam.getByRole('button', { name: /^Set aside/ }).press('Enter');
  await page.getByRole('list', { name: 'Set aside' }).getByText('Spam or misleading').waitFor();
  await page.getByRole('status').filter({ hasText: 'Set aside.' }).waitFor();
  await report((await product.openPage()).page, origin, 'Spam or misleading');
  await page.reload();
  await spam.or(page.getByText('Spam or misleading: 3 people')).first().waitFor();
  await page.getByText('1 of them since then').waitFor();

  await page
    .getByRole('button', { name: /^Unlist/ })
    .first()
    .press('Enter');
  await page.getByText('Unlisted', { exact: true }).first().waitFor();
  const isListed = async (): Promise<unknown> =>
    (JSON.parse(await readFile(join(folder, 'videos/orielmp4001.json'), 'utf8')) as { isListed?: boolean }).isListed;
  expect(await isListed()).toBe(false);
  const { page: home } = await product.openPage();
  await home.goto(origin);
  expect(await home.content()).not.toContain('orielmp4001');
  await page
    .getByRole('button', { name: /^List again/ })
    .first()
    .press('Enter');
  await page.getByText('Unlisted', { exact: true }).first().waitFor({ state: 'detached' });
  expect(await isListed()).toBeUndefined();
  expect(problems).toEqual([]);
});
