import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import type { VideoUploads } from '../../../protocol/provider/video-uploads.ts';
import { openBreakingLine } from './breaking-line.ts';
import { makeVideo } from './video-files.ts';
import { startServer, type Environment, type RunningServer } from './server.ts';
import { test as base } from './test.ts';

const SECONDS = 2;
/** Long enough to be met while it is prepared. */
const LONG_SECONDS = 30;
/** Two of the pieces that the page sends, and a bit. */
const LARGE_BYTES = 36_000_000;
const MAX_BYTES = 50_000_000;
export const READY_TIMEOUT_MS = 100_000;

/** Files to upload, a server that takes them into an empty catalog, and a line to it that can break. */
export const uploadTest = base
  .extend('folder', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-uploads-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    await mkdir(join(folder, 'catalog/videos'), { recursive: true });
    await makeVideo(join(folder, 'small.mp4'), SECONDS);
    await makeVideo(join(folder, 'large.mp4'), SECONDS, LARGE_BYTES);
    await writeFile(join(folder, 'letter.mp4'), 'This is a letter.');
    await writeFile(join(folder, 'too-large.mp4'), Buffer.alloc(MAX_BYTES + 1));
    await writeFile(join(folder, 'de.srt'), '1\n00:00:00,000 --> 00:00:01,500\nGuten Tag\n');
    return folder;
  })
  .extend('environment', { scope: 'file' }, ({ folder }): Environment => ({
    ORIEL_CATALOG_DIR: join(folder, 'catalog'),
    ORIEL_UPLOAD_MAX_BYTES: String(MAX_BYTES),
  }))
  .extend('line', async ({ server }, { onCleanup }) => {
    const line = await openBreakingLine(server.port);
    onCleanup(() => line.stop());
    return line;
  })
  // A server that a test ends and starts again, with the same folders, and a line that leads to the one that runs.
  .extend('restarts', async ({}, { onCleanup }) => {
    const own = await mkdtemp(join(tmpdir(), 'oriel-restarts-'));
    const running: { stop(): Promise<void> }[] = [];
    onCleanup(async () => {
      for (const one of running) await one.stop();
      await rm(own, { recursive: true, force: true });
    });
    await makeVideo(join(own, 'long.mp4'), LONG_SECONDS, LARGE_BYTES);
    await mkdir(join(own, 'catalog/videos'), { recursive: true });
    const start = async (): Promise<RunningServer> => {
      const server = await startServer({
        ORIEL_CATALOG_DIR: join(own, 'catalog'),
        ORIEL_DATA_DIR: join(own, 'data'),
      });
      running.push(server);
      return server;
    };
    const first = await start();
    const line = await openBreakingLine(first.port);
    running.push(line);
    return {
      folder: own,
      line,
      first,
      async startNext() {
        const next = await start();
        line.leadTo(next.port);
        return next;
      },
    };
  });

export const card = (page: Page, fileName: string): Locator => page.locator('.video', { hasText: fileName }).first();
export const inCard = (page: Page, fileName: string, text: RegExp): Promise<void> =>
  card(page, fileName).locator('p', { hasText: text }).waitFor({ timeout: READY_TIMEOUT_MS });
export const add = async (page: Page, path: string): Promise<void> => {
  await page.setInputFiles('#file', path);
  await page.getByRole('button', { name: 'Add this video' }).click();
};
export const listed = async (origin: string): Promise<VideoUploads['uploads']> =>
  ((await (await fetch(`${origin}/provider/api/films`)).json()) as VideoUploads).uploads;
