import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileChooser, Page } from 'playwright';
import { expect } from 'vitest';
import type { VideoFile } from '../../src/provider/catalog/catalog-schema.ts';
import { hasFfmpeg } from './support/video-files.ts';
import { waitForState } from './support/player-page.ts';
import { startServer } from './support/server.ts';
import { add, card, inCard, listed, READY_TIMEOUT_MS, uploadTest } from './support/uploads-page.ts';
import { AXE_TAGS, violations } from './support/violations.ts';

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
    await tabTo(/^Show it on the home page/);
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

test(
  'captions in an encoding that cannot be found are refused, and published once it is chosen',
  { tags: ['thorough'] },
  async ({ product, folder }) => {
    const { page } = await product.openPage();
    await openUploads(page, product.hostOrigin);
    const cue = Buffer.from('1\n00:00:00,000 --> 00:00:01,500\n');
    const buffer = Buffer.concat([cue, Buffer.from('cff0e8e2e5f22c20eae0ea20e4e5ebe03f', 'hex')]);
    await page.setInputFiles('#captions', { name: 'en.srt', mimeType: 'application/x-subrip', buffer });
    await page.getByLabel('Title').fill('In Cyrillic');
    await page.getByLabel('Package without encoding').check();
    await add(page, join(folder, 'small.mp4'));
    await page
      .getByRole('alert')
      .filter({ hasText: 'name its encoding: “Encoding of captions” windows-1251' })
      .waitFor();
    await page.getByLabel('Encoding of captions').selectOption('windows-1251');
    await page.getByRole('button', { name: 'Add this video' }).click();
    await inCard(page, 'small.mp4', /“In Cyrillic” is in the catalog/);
    const { id } = (await listed(product.hostOrigin)).find(({ film }) => film?.title === 'In Cyrillic') ?? { id: '' };
    const video = JSON.parse(await readFile(join(folder, 'catalog/videos', `${id}.json`), 'utf8')) as VideoFile;
    const published = await readFile(join(folder, 'catalog/media', video.captions?.[0]?.url ?? ''), 'utf8');
    expect(published).toContain('Привет, как дела?');
  },
);

test(
  'a file that is too large, empty or no video is refused in a line, and one that failed can be removed',
  { tags: ['thorough'] },
  async ({ product, folder }) => {
    const { page } = await product.openPage();
    await openUploads(page, product.hostOrigin);
    await add(page, join(folder, 'too-large.mp4'));
    await page.getByRole('alert').filter({ hasText: 'too-large.mp4 is too large: 50 MB' }).waitFor();
    expect((await listed(product.hostOrigin)).some(({ fileName }) => fileName === 'too-large.mp4')).toBe(false);
    await add(page, join(folder, 'letter.mp4'));
    await inCard(page, 'letter.mp4', /^letter\.mp4 is a text, not a video/);
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1_000]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 800 });
        expect(await violations(page, AXE_TAGS), `${colorScheme}, ${width} px`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    await card(page, 'letter.mp4').getByRole('button', { name: 'Remove from this list' }).click();
    await card(page, 'letter.mp4').waitFor({ state: 'detached' });
    expect((await listed(product.hostOrigin)).some(({ fileName }) => fileName === 'letter.mp4')).toBe(false);
  },
);

test(
  'a page of another site can neither begin nor add to nor remove an upload',
  { tags: ['thorough'] },
  async ({ product, site }) => {
    const before = await listed(product.hostOrigin);
    const { page } = await product.openPage();
    await page.goto(site.page('<!doctype html><title>Strange</title>'));
    const outcomes = await page.evaluate(async (target) => {
      const headers = { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5', 'Upload-Metadata': 'filename YS5tcDQ=' };
      const attempts: [string, RequestInit][] = [
        ['', { method: 'POST', headers }],
        ['', { method: 'POST', mode: 'no-cors', body: 'hello' }],
        ['/AAAAAAAAAAA', { method: 'PATCH', headers, body: 'hello' }],
        ['/AAAAAAAAAAA', { method: 'DELETE' }],
        ['', { method: 'GET' }],
      ];
      return Promise.all(
        attempts.map(([path, init]) =>
          fetch(target + path, { ...init, credentials: 'include' }).then(
            ({ type, status }) => `${type} ${status}`,
            () => 'refused',
          ),
        ),
      );
    }, `${product.hostOrigin}/provider/uploads`);
    expect(outcomes).toEqual(['refused', 'refused', 'refused', 'refused', 'refused']);
    await page.evaluate((target) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: target });
      document.body.append(form);
      form.submit();
    }, `${product.hostOrigin}/provider/uploads`);
    await page.getByText('not for pages of other origins').waitFor();
    expect(await listed(product.hostOrigin)).toEqual(before);
  },
);

test(
  'without ffmpeg the page says how to install it, and takes nothing',
  { tags: ['thorough'] },
  async ({ product, folder }) => {
    const server = await startServer({ PATH: folder, ORIEL_CATALOG_DIR: join(folder, 'catalog') });
    try {
      const { page } = await product.openPage();
      await page.goto(`${server.hostOrigin}/provider/films`);
      await page.getByRole('alert').filter({ hasText: 'sudo apt install ffmpeg' }).waitFor();
      expect(await page.locator('#file').isDisabled()).toBe(true);
      expect(await page.getByRole('button', { name: 'Add this video' }).isDisabled()).toBe(true);
      const refused = await fetch(`${server.hostOrigin}/provider/uploads`, {
        method: 'POST',
        headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '5', 'Upload-Metadata': 'filename YS5tcDQ=' },
      });
      expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining('apt install ffmpeg')]);
    } finally {
      await server.stop();
    }
  },
);

test(
  'a picture, an animation and a document are named when they are chosen, and never sent',
  { tags: ['thorough'] },
  async ({ product, line }) => {
    const { page } = await product.openPage();
    await openUploads(page, line.origin);
    const animation = Buffer.from('GIF89a\0\0\0\0!\xff\x0bNETSCAPE2.0', 'latin1');
    for (const [name, buffer, said] of [
      ['photo.jpg', Buffer.from('ffd8ffe0', 'hex'), 'photo.jpg is a picture (JPEG), not a video.'],
      ['cat.gif', animation, 'cat.gif is an animation (GIF), not a video. Save it as MP4'],
      ['talk.pdf', Buffer.from('%PDF-1.7'), 'talk.pdf is a PDF, not a video.'],
    ] as const) {
      await page.setInputFiles('#file', { name, mimeType: 'video/mp4', buffer });
      await page.locator('#refusal').getByText(said).waitFor();
      await page.getByRole('button', { name: 'Add this video' }).click();
      await page.locator('#refusal').getByText(said).waitFor();
    }
    const names = (await listed(product.hostOrigin)).map(({ fileName }) => fileName);
    expect(names).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(?:photo|cat|talk)\./)]));
  },
);
