import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChooser, Page } from 'playwright';
import { expect } from 'vitest';
import type { VideoFile } from '../../src/provider/catalog/catalog-schema.ts';
import { hasFfmpeg } from './support/video-files.ts';
import { waitForState } from './support/player-page.ts';
import { card, inCard, listed, READY_TIMEOUT_MS, uploadTest } from './support/uploads-page.ts';

/** `/provider/films`: videos dropped into a page, by mouse and by keyboard, and what is refused. */

const test = uploadTest.skipIf(!hasFfmpeg);

/** Drops a file as the system's file manager does. */
async function drop(page: Page, path: string): Promise<void> {
  const held = await page.evaluateHandle(() => Object.assign(document.createElement('input'), { type: 'file' }));
  await held.setInputFiles(path);
  const dataTransfer = await held.evaluateHandle(({ files }) => {
    const transfer = new DataTransfer();
    for (const file of files ?? []) transfer.items.add(file);
    return transfer;
  });
  await page.dispatchEvent('#drop', 'drop', { dataTransfer });
}

async function openUploads(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/provider/films`);
  await page.getByText('50 MB at most').waitFor();
}

test('a dropped video survives a line that breaks, is prepared, and plays from the code that is copied', async ({
  product,
  line,
  folder,
  site,
}) => {
  const { page, problems } = await product.openPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openUploads(page, line.origin);
  await drop(page, join(folder, 'large.mp4'));
  await page.getByLabel('Title').fill('<b>Dropped</b> & "quoted"');
  await page.setInputFiles('#captions', join(folder, 'de.srt'));
  line.breakAfter(20_000_000);
  await page.getByRole('button', { name: 'Add this video' }).click();
  await line.broken;
  await inCard(page, 'large.mp4', /The connection is lost, \d+ % of 36\.\d MB sent/);
  line.mend();
  await inCard(page, 'large.mp4', /“<b>Dropped<\/b> & "quoted"” is in the catalog/);
  await card(page, 'large.mp4').getByRole('button', { name: 'Copy the code' }).click();
  await card(page, 'large.mp4').getByRole('button', { name: 'Copied' }).waitFor();
  const code = await page.evaluate(() => navigator.clipboard.readText());
  const [{ id } = { id: '' }] = await listed(product.hostOrigin);
  expect(code).toContain(`src="${line.origin}/embed/${id}"`);
  // Everything sent again after the break would be a new upload; it has gone on in one.
  expect((await listed(product.hostOrigin)).map(({ fileName }) => fileName)).toEqual(['large.mp4']);
  await page.locator('.video iframe').scrollIntoViewIfNeeded();
  const preview = page.frameLocator('.video iframe');
  await preview.locator('#big-play').click();
  await preview.locator('#player[data-state="playing"], #player[data-state="ended"]').waitFor();
  const { page: host } = await product.openPage();
  await host.goto(
    site.page(`<!doctype html><title>Host</title>${code.replace(`/embed/${id}`, `/embed/${id}?autoplay=1&mute=1`)}`),
  );
  const frame = host.frames().find((one) => one.url().includes(id)) ?? (await host.waitForEvent('framenavigated'));
  await waitForState(frame, 'ended');
  const video = JSON.parse(await readFile(join(folder, 'catalog/videos', `${id}.json`), 'utf8')) as VideoFile;
  expect(video).toMatchObject({ title: '<b>Dropped</b> & "quoted"', captions: [{ languageCode: 'de' }] });
  expect(problems.filter((problem) => !problem.includes('net::ERR'))).toEqual([]);
});

test(
  'a video is chosen, added, seen to be ready, and put away by keyboard alone',
  { tags: ['thorough'] },
  async ({ product, folder }) => {
    const { page, problems } = await product.openPage();
    await page.goto(`${product.hostOrigin}/provider/films`);
    await page.getByText('at most').waitFor();
    const tabTo = async (name: RegExp): Promise<void> => {
      const named = () =>
        page.evaluate(() => {
          const { activeElement: at } = document;
          const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : at?.textContent;
          return `${at?.getAttribute('aria-label') ?? ''} ${label ?? ''}`.trim();
        });
      for (let presses = 0; presses < 60 && !name.test(await named()); presses++) await page.keyboard.press('Tab');
      expect(await named()).toMatch(name);
    };
    // Long before the key: until the browser has heard that choosers are wanted, it opens its own.
    const choosing = new Promise<FileChooser>((resolve) => page.once('filechooser', resolve));
    // A chooser opens for the page in front alone.
    await page.bringToFront();
    await tabTo(/^Drop a video here/);
    await page.keyboard.press('Space');
    await (await choosing).setFiles(join(folder, 'small.mp4'));
    await tabTo(/^Title/);
    await page.keyboard.type('By keyboard');
    await tabTo(/^List it on the home page/);
    await page.keyboard.press('Space');
    await tabTo(/^Package without encoding/);
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .filter({ hasText: 'small.mp4 is ready.' })
      .waitFor({ state: 'attached', timeout: READY_TIMEOUT_MS });
    const { id } = (await listed(product.hostOrigin)).find(({ film }) => film?.title === 'By keyboard') ?? { id: '' };
    const video = JSON.parse(await readFile(join(folder, 'catalog/videos', `${id}.json`), 'utf8')) as VideoFile;
    expect(video.isListed).toBe(false);
    await tabTo(/^Remove from this list: small.mp4/);
    await page.keyboard.press('Enter');
    await card(page, 'small.mp4').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('videos-heading');
    expect((await fetch(`${product.playerOrigin}/embed/${id}`)).status).toBe(200);
    expect(problems).toEqual([]);
  },
);
