// @module-tag thorough
import { join } from 'node:path';
import { expect } from 'vitest';
import { hasFfmpeg } from './support/video-files.ts';
import { startPathProxy } from './support/path-proxy.ts';
import { startServer } from './support/server.ts';
import { add, card, inCard, listed, uploadTest } from './support/uploads-page.ts';

/** Uploads on `/provider/films` with everything that can come between: a reload, a restart, a proxy, a change of mind. */

const test = uploadTest.skipIf(!hasFfmpeg);

test('an upload continues after a reload, with the same file alone', async ({ product, line, folder }) => {
  const { page } = await product.openPage();
  await page.goto(`${line.origin}/provider/films`);
  line.breakAfter(20_000_000);
  await add(page, join(folder, 'large.mp4'));
  await line.broken;
  line.mend();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await inCard(page, 'large.mp4', /Choose the same file again to go on/);
  const [before] = await listed(product.hostOrigin);
  expect(before?.receivedBytes).toBeGreaterThan(16_000_000);
  const choose = async (path: string): Promise<void> => {
    const choosing = page.waitForEvent('filechooser');
    await card(page, 'large.mp4').getByRole('button', { name: 'Choose the file' }).click();
    await (await choosing).setFiles(path);
  };
  await choose(join(folder, 'small.mp4'));
  await page.getByText('This is not the file that was begun').waitFor();
  await choose(join(folder, 'large.mp4'));
  await inCard(page, 'large.mp4', /is in the catalog/);
  expect((await listed(product.hostOrigin))[0]?.id).toBe(before?.id);
});

test.for([false, true])(
  'below a path of another server it works, too (prefix stripped: %s)',
  async (takesPathOff, { folder, product }) => {
    const server = await startServer({ ORIEL_PATH_PREFIX: '/some/player', ORIEL_CATALOG_DIR: join(folder, 'catalog') });
    const proxy = await startPathProxy(server.port, '/some/player', takesPathOff);
    try {
      const { page, problems } = await product.openPage();
      const origin = `http://localhost:${proxy.port}/some/player`;
      await page.goto(`${origin}/provider`);
      await page.getByRole('link', { name: 'Videos' }).click();
      await page.waitForURL(`${origin}/provider/films`);
      await add(page, join(folder, 'small.mp4'));
      await inCard(page, 'small.mp4', /is in the catalog/);
      expect(await card(page, 'small.mp4').locator('textarea').inputValue()).toContain(`src="${origin}/embed/`);
      await page.frameLocator('.video iframe').locator('#big-play').waitFor();
      expect(proxy.strays).toEqual([]);
      expect(problems).toEqual([]);
    } finally {
      await proxy.stop();
      await server.stop();
    }
  },
);

test('uploads and preparations survive a server that is killed or stopped', async ({ product, restarts }) => {
  const { line, folder } = restarts;
  const { page } = await product.openPage();
  await page.goto(`${line.origin}/provider/films`);
  line.breakAfter(20_000_000);
  await add(page, join(folder, 'long.mp4'));
  await line.broken;
  await restarts.first.stop('SIGKILL');
  let next = await restarts.startNext();
  line.mend();
  for (const how of ['SIGTERM', 'SIGKILL'] as const) {
    await inCard(page, 'long.mp4', /Preparing/);
    await next.stop(how);
    next = await restarts.startNext();
  }
  await inCard(page, 'long.mp4', /is in the catalog/);
  const [upload, ...others] = await listed(next.hostOrigin);
  expect(others).toEqual([]);
  expect((await fetch(`${next.playerOrigin}/embed/${upload?.id}`)).status).toBe(200);
});
