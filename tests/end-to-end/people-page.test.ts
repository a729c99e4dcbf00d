// @module-tag thorough
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { waitForControls } from './support/player-page.ts';
import { test as base } from './support/test.ts';
import { AXE_TAGS, violations } from './support/violations.ts';

/** `/provider/people`, and 'Delete all' of the player: what there is of one person, exported and deleted. */

const test = base.extend('environment', { scope: 'file' }, {});

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page, colorScheme === 'light' ? AXE_TAGS : ['color-contrast']), colorScheme).toEqual([]);
  }
}

async function sessionOf(origin: string): Promise<string> {
  const read = async (): Promise<string | undefined> =>
    ((await (await fetch(`${origin}/provider/api/sessions`)).json()) as { sessionId: string }[])[0]?.sessionId;
  await expect.poll(read, { timeout: 30_000 }).toMatch(/^[0-9a-f]{32}$/);
  return (await read()) ?? '';
}

test('a session is found by keyboard, exported, and deleted after the numbers were confirmed', async ({ product }) => {
  const { playerOrigin: origin } = product;
  const { page: viewer } = await product.openPage();
  await viewer.goto(`${origin}/embed/orielmp4001?autoplay=1&mute=1`);
  await waitForControls(viewer);
  await viewer.close({ runBeforeUnload: true });
  const session = await sessionOf(origin);

  const { page, problems } = await product.openPage();
  await page.goto(`${origin}/provider`);
  await page.getByRole('link', { name: 'A person’s data' }).press('Enter');
  await page.getByLabel('ID').fill('not whole');
  await page.getByLabel('ID').press('Enter');
  await page.getByRole('alert').filter({ hasText: 'The id of a session is 32 characters of 0-9 a-f.' }).waitFor();
  await page.getByLabel('ID').fill('0'.repeat(32));
  await page.getByLabel('ID').press('Enter');
  await page.getByText('There is nothing of this one.').waitFor();
  await page.goto(`${origin}/provider/viewers?session=${session}`);
  await page.getByRole('link', { name: 'Export or delete it' }).press('Enter');
  await page.getByRole('heading', { name: `Session ${session}` }).waitFor();
  await page.getByRole('row', { name: /^1 session$/ }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export as JSON' }).press('Enter');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('oriel-session.json');
  const exported = JSON.parse(await readFile(await download.path(), 'utf8')) as { events: object[] };
  expect(exported).toMatchObject({ kind: 'session', id: session });
  await expectNoViolations(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await page.getByRole('button', { name: 'Delete…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete for good?' });
  await dialog.getByText(`${exported.events.length} events, 1 session of session ${session}.`).waitFor();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('heading', { name: `Session ${session}` }).waitFor();
  await page.getByRole('button', { name: 'Delete…' }).press('Enter');
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter');
  await page.getByText(`Deleted: ${exported.events.length} events, 1 session.`).waitFor();
  expect(await (await fetch(`${origin}/provider/api/sessions`)).json()).toEqual([]);
  // Chromium reports each refused request.
  expect(problems.filter((problem) => !problem.includes('400'))).toEqual([]);
});

test("'Delete all' of the player deletes what its viewer did at the provider, and says where it could not", async ({
  product,
}) => {
  const { playerOrigin: origin } = product;
  const { page } = await product.openPage();
  await page.goto(`${origin}/embed/orieldemo01?autoplay=1&mute=1`);
  await waitForControls(page);
  for (const name of ['More', 'Report video', 'Violence'])
    await page.getByRole('button', { name, exact: true }).press('Enter');
  const reports = async (): Promise<number> =>
    ((await (await fetch(`${origin}/provider/api/reports`)).json()) as { reports: object[] }).reports.length;
  await expect.poll(reports).toBe(1);
  for (const name of ['Settings', 'More settings', 'Privacy'])
    await page.getByRole('button', { name, exact: true }).press('Enter');
  let isRefused = true;
  await page.route('**/youtubei/v1/privacy*', (route) =>
    isRefused ? route.fulfill({ status: 403, body: '' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Delete all' }).press('Enter');
  await page.getByText('Couldn’t be deleted').waitFor();
  expect(await reports()).toBe(1);
  isRefused = false;
  await page.evaluate(() => localStorage.setItem('somebody', 'else'));
  await page.getByRole('button', { name: 'Delete all' }).press('Enter');
  await page.getByText('Deleted', { exact: true }).waitFor();
  expect(await reports()).toBe(0);
});
