// @module-tag thorough
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { VideoFile } from '../../src/provider/catalog/catalog-schema.ts';
import { test as base } from './support/test.ts';
import { hasFfmpeg } from './support/video-files.ts';
import { AXE_TAGS, violations } from './support/violations.ts';

/** Operators manage the library at `/provider/films`, here with a copy of the demo catalog. */

const CUE = '1\n00:00:01,000 --> 00:00:02,000\n';
const test = base
  .extend('catalog', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-library-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    for (const part of ['videos', 'playlists', 'media'])
      await cp(join('src/provider/catalog', part), join(folder, part), { recursive: true });
    await mkdir(join(folder, 'mine'));
    await writeFile(join(folder, 'mine/film.srt'), `${CUE}Erste\n`);
    await writeFile(join(folder, 'mine/film.de.srt'), `${CUE}Zweite\n`);
    return folder;
  })
  .extend('environment', { scope: 'file' }, ({ catalog }) => ({ ORIEL_CATALOG_DIR: catalog }))
  .skipIf(!hasFfmpeg);

const done = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('status').filter({ hasText: text }).waitFor();

async function openLibrary(page: Page, origin: string, search: string): Promise<Locator> {
  await page.goto(`${origin}/provider/films`);
  await page.getByText('6 videos', { exact: true }).waitFor();
  await page.getByLabel('Search').fill(search);
  await page.getByText('1 of 6 videos').waitFor();
  await page.getByRole('button', { name: 'Manage' }).click();
  return page.locator('.entry');
}

test('an operator finds, describes, unlists, checks, removes and restores a video, and adds captions and a poster', async ({
  product,
  catalog,
}) => {
  const { page, problems } = await product.openPage();
  const video = async () =>
    JSON.parse(await readFile(join(catalog, 'videos/orieldemo01.json'), 'utf8')) as VideoFile & {
      posters: { url: string }[];
    };
  const entry = await openLibrary(page, product.hostOrigin, 'orieldemo01');
  await entry.getByText('HLS 240–720').waitFor();
  await entry.getByText('views in 30 days').waitFor();

  await entry.getByLabel('Title').fill('<b>Worlds</b> & "more"');
  await entry.getByLabel('Description').fill('Four worlds.');
  await entry.getByLabel('Listed on the home page').uncheck();
  await entry.getByRole('button', { name: 'Save' }).click();
  await done(page, '“<b>Worlds</b> & "more"” is saved.');
  expect(await video()).toMatchObject({
    title: '<b>Worlds</b> & "more"',
    description: 'Four worlds.',
    isListed: false,
  });
  await entry.getByText('Unlisted').waitFor();
  expect(await entry.getByLabel('Code for a page').inputValue()).toContain('&amp; &quot;more&quot;"');
  const card = await (await fetch(`${product.playerOrigin}/embed/orieldemo01`)).text();
  expect(card).toContain('<meta property="og:description" content="Four worlds.">');

  const files = entry.locator('.captions-form input[type=file]');
  const language = entry.getByRole('textbox', { name: /^Language/ });
  await files.setInputFiles(join(catalog, 'mine/film.srt'));
  await language.fill('de');
  await entry.getByRole('button', { name: 'Add captions' }).click();
  await entry.locator('.tracks').getByText('Deutsch').waitFor();
  await files.setInputFiles(join(catalog, 'mine/film.de.srt'));
  expect(await language.inputValue()).toBe('de');
  await entry.getByRole('button', { name: 'Add captions' }).click();
  await expect.poll(async () => (await video()).captions.map(({ url }) => url)).toContain('orieldemo01/captions-2.vtt');
  await entry.locator('.details:not([aria-busy])').waitFor();
  expect(await readFile(join(catalog, 'media/orieldemo01/captions-2.vtt'), 'utf8')).toContain('Zweite');
  await entry.getByRole('button', { name: 'Remove: Español' }).click();
  await expect.poll(() => entry.locator('.tracks li').count()).toBe(2);

  const player = page.frameLocator('.entry iframe');
  // Browsers do not draw a frame outside the viewport, and a click waits until its element is stable.
  await entry.locator('iframe').scrollIntoViewIfNeeded();
  await player.locator('#big-play').click();
  await player.locator('#player[data-state="playing"]').waitFor();
  await expect.poll(() => entry.getByLabel('Moment').inputValue()).toMatch(/^0:0[1-9]/);
  await entry.getByLabel('Moment').fill('0:20');
  await entry.getByRole('button', { name: 'Use as poster' }).click();
  await done(page, 'has a new poster');
  const [{ url } = { url: '' }] = (await video()).posters;
  expect(url).toMatch(/^orieldemo01\/poster-\d+\//);
  expect((await fetch(`${product.playerOrigin}/media/${url}`)).status).toBe(200);
  await expect
    .poll(() =>
      entry.locator('.picture img').evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth),
    )
    .toBeGreaterThan(0);

  await entry.getByRole('button', { name: 'Check the files' }).click();
  await entry.getByText('All files are fine.').waitFor();

  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1_280]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await violations(page, AXE_TAGS), `${colorScheme}, ${width} px`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }

  await entry.getByRole('button', { name: 'Remove this video…' }).click();
  await entry.getByText('It also leaves the playlist Oriel demo videos.').waitFor();
  await entry.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('” is removed.').waitFor();
  expect(await readdir(join(catalog, 'videos'))).not.toContain('orieldemo01.json');
  await expect
    .poll(async () => (await fetch(`${product.playerOrigin}/oembed?url=/embed/orieldemo01`)).status)
    .toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('” is back.').waitFor();
  await expect
    .poll(async () => (await fetch(`${product.playerOrigin}/oembed?url=/embed/orieldemo01`)).status)
    .toBe(200);
  expect(await video()).toMatchObject({ title: '<b>Worlds</b> & "more"' });
  expect(problems).toEqual([]);
});

test('an operator renames, removes and restores a video only by keyboard', async ({ product, catalog }) => {
  const { page, problems } = await product.openPage();
  await page.goto(`${product.hostOrigin}/provider/films`);
  await page.getByText('6 videos', { exact: true }).waitFor();
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const { activeElement: at } = document;
      const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent;
      return `${at?.getAttribute('aria-label') ?? ''} ${label ?? ''}`.trim();
    });
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let presses = 0; presses < 80 && !name.test(await focused()); presses++) await page.keyboard.press('Tab');
    expect(await focused()).toMatch(name);
  };
  await tabTo(/^Search/);
  await page.keyboard.type('orielnearby');
  await page.getByText('1 of 6 videos').waitFor();
  await tabTo(/^Manage/);
  await page.keyboard.press('Enter');
  await tabTo(/^Title/);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('By keyboard');
  await page.keyboard.press('Enter');
  await done(page, '“By keyboard” is saved.');
  await tabTo(/^Remove this video/);
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('Remove');
  await page.keyboard.press('Enter');
  await page.getByText('“By keyboard” is removed.').waitFor();
  await expect.poll(focused).toBe('Undo');
  await page.keyboard.press('Enter');
  await page.getByText('“By keyboard” is back.').waitFor();
  expect(JSON.parse(await readFile(join(catalog, 'videos/orielnearby.json'), 'utf8'))).toMatchObject({
    title: 'By keyboard',
  });
  expect(problems).toEqual([]);
});

test('saving a video that was changed elsewhere, is unreadable or is gone loses nothing and shows the reason', async ({
  product,
  catalog,
}) => {
  const path = join(catalog, 'videos/orielmp4001.json');
  const before = await readFile(path, 'utf8');
  const { page } = await product.openPage();
  const { page: other } = await product.openPage();
  const [entry, otherEntry] = [
    await openLibrary(page, product.hostOrigin, 'orielmp4001'),
    await openLibrary(other, product.hostOrigin, 'orielmp4001'),
  ];
  await otherEntry.getByLabel('Title').fill('Of the other tab');
  await otherEntry.getByRole('button', { name: 'Save' }).click();
  await done(other, '“Of the other tab” is saved.');
  await entry.getByLabel('Title').fill('Of this tab');
  await entry.getByRole('button', { name: 'Save' }).click();
  await entry.getByRole('alert').filter({ hasText: 'was changed elsewhere in the meantime' }).waitFor();
  await entry.getByRole('heading', { name: 'Of the other tab' }).waitFor();
  expect(await entry.getByLabel('Title').inputValue()).toBe('Of this tab');
  await entry.getByRole('button', { name: 'Save' }).click();
  await done(page, '“Of this tab” is saved.');

  await writeFile(path, '{ "id": ');
  await entry.getByRole('button', { name: 'Save' }).click();
  await entry.getByRole('alert').filter({ hasText: 'cannot be read any more: videos/orielmp4001.json:1' }).waitFor();
  expect(await readFile(path, 'utf8')).toBe('{ "id": ');
  await page.reload();
  await page.getByText('Not read: videos/orielmp4001.json:1').waitFor();

  await rm(path);
  await otherEntry.getByRole('button', { name: 'Save' }).click();
  await otherEntry.getByRole('alert').filter({ hasText: 'This video is gone' }).waitFor();
  await writeFile(path, before);
});
