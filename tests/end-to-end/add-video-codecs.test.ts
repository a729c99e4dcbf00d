// @module-tag thorough
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { ffmpeg, hasFfmpeg, QUICK, runProgram } from './support/video-tools.ts';
import { pause, waitForState } from './support/player-page.ts';
import { test as base, type Product } from './support/test.ts';

/** `npm run add -- --codecs`: the same qualities in several codecs, and the player's choice among them. */

const SECONDS = 12;
const SEGMENT_DELAY_MS = 400;
const TIMEOUT_MS = 400_000;
const ID = 'film-codecs';

const encoders = hasFfmpeg ? String(spawnSync('ffmpeg', ['-v', 'error', '-encoders']).stdout) : '';
const hasEncoders = ['libsvtav1', 'libx265', 'libvpx-vp9'].every((name) => encoders.includes(name));

const test = base
  .extend('added', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-codecs-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const [catalog, video] = [join(folder, 'catalog'), join(folder, 'video.mp4')];
    const picture = `testsrc2=size=640x480:rate=25:duration=${SECONDS}`;
    const sound = `sine=frequency=440:duration=${SECONDS}`;
    await ffmpeg('-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', sound, ...QUICK, '-c:a', 'aac', video);
    const { code, stdout, stderr } = await runProgram('add', catalog, video, '--id', ID, '--codecs', 'av1,vp9,hevc');
    expect([code, stderr]).toEqual([0, '']);
    return { folder, catalog, video, stdout };
  })
  .extend('environment', { scope: 'file' }, ({ added }) => ({ ORIEL_CATALOG_DIR: added.catalog }))
  .skipIf(!hasEncoders);

test(
  'a video that is added with --codecs has every quality in each codec, with the codec strings of its segments, and passes the check',
  { timeout: TIMEOUT_MS },
  async ({ added: { catalog, stdout } }) => {
    const master = await readFile(join(catalog, 'media', ID, 'master.m3u8'), 'utf8');
    const codecs = [...master.matchAll(/RESOLUTION=(\S+?),CODECS="([^,]+),mp4a\.40\.2"/g)].map(
      ([, size, codec = '']) => `${size} ${codec.slice(0, 7)}`,
    );
    const sizes = ['320x240', '480x360', '640x480'];
    const names = ['avc1.64', 'av01.0.', 'hvc1.1.', 'vp09.00'];
    expect(codecs).toEqual(names.flatMap((name) => sizes.map((size) => `${size} ${name}`)));
    expect(stdout).toMatch(/An hour of 640×480: \d+ MB as H\.264, \d+ MB as AV1 \([+-]?\d+ %\), \d+ MB as HEVC/);
    expect(stdout).not.toContain('Check:');
    expect((await runProgram('videos', catalog, 'check')).stdout).toContain('all is well');
  },
);

/** A connection so slow that the browser reports which codecs it decodes smoothly before the video has loaded. */
async function openSlowly(product: Product) {
  const watched = await product.openPage();
  await watched.context.route('**/*.m4s', async (route) => {
    await delay(SEGMENT_DELAY_MS);
    await route.continue();
  });
  const requested: string[] = [];
  watched.page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await watched.page.goto(`${product.playerOrigin}/embed/${ID}?autoplay=1&mute=1`);
  await waitForState(watched.page, 'playing');
  return { ...watched, requested };
}

test('a player starts in H.264, continues in AV1, and names each quality once', async ({ product }) => {
  const { page, problems, requested } = await openSlowly(product);
  await expect.poll(() => requested.filter((path) => /\/v\d+-av1\/\d+\.m4s$/.test(path)).length).toBeGreaterThan(1);
  expect(requested.find((path) => /\/v\d+[^/]*\/\d+\.m4s$/.test(path))).toContain('/v240/');
  const firstBetter = requested.findIndex((path) => /\/v\d+-av1\/\d+\.m4s$/.test(path));
  expect(requested.slice(firstBetter).filter((path) => /\/v\d+(?:-hevc|-vp9)?\/\d+\.m4s$/.test(path))).toEqual([]);
  await pause(page);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: /^Quality/ }).click();
  const qualities = await page.getByRole('radio').allTextContents();
  expect(qualities.length).toBe(new Set(qualities).size);
  expect(qualities.length).toBe(4);
  await playOn(page);
  await waitForState(page, 'ended');
  expect(problems).toEqual([]);
});

/** Closes the settings, and resumes playback. */
async function playOn(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('k');
}
