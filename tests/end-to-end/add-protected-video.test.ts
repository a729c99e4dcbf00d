// @module-tag thorough
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { VideoFile } from '../../src/provider/catalog/catalog-schema.ts';
import { hurry, waitForState } from './support/player-page.ts';
import { test as base } from './support/test.ts';
import { ffmpeg, hasFfmpeg, QUICK, runProgram } from './support/video-tools.ts';

const ID = 'film-locked';
const INPUTS = ['-f', 'lavfi', '-i', 'testsrc2=size=480x270:rate=25:duration=3'];
const SOUND = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=3'];

const test = base
  .extend('catalog', { scope: 'file' }, async ({}, { onCleanup }) => {
    const folder = await mkdtemp(join(tmpdir(), 'oriel-protected-'));
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const catalog = join(folder, 'catalog');
    await ffmpeg(...INPUTS, ...SOUND, ...QUICK, '-c:a', 'aac', join(folder, 'plain.mp4'));
    const { code, stderr } = await runProgram('add', catalog, join(folder, 'plain.mp4'), '--protect', '--id', ID);
    expect([code, stderr]).toEqual([0, '']);
    return catalog;
  })
  .extend('environment', { scope: 'file' }, ({ catalog }) => ({ ORIEL_CATALOG_DIR: catalog }))
  .skipIf(!hasFfmpeg);

test('add --protect: no plain file is left, and the check finds nothing wrong', async ({ catalog }) => {
  const text = await readFile(join(catalog, 'videos', `${ID}.json`), 'utf8');
  const { sources, drm } = JSON.parse(text) as VideoFile;
  expect(sources.progressive).toEqual([]);
  expect(drm).toHaveProperty(['org.w3.clearkey', 'keys']);
  const files = await readdir(join(catalog, 'media', ID));
  expect(files.filter((name) => /plain|\.protected/.test(name))).toEqual([]);
  const { code, stdout } = await runProgram('videos', catalog, 'check', ID);
  expect([code, stdout]).toEqual([0, expect.stringContaining('1 video checked')]);
});

test('add --protect: the video plays to its end with the key of its description', async ({ product }) => {
  const { page, problems } = await product.openPage();
  await hurry(page);
  await page.goto(`${product.playerOrigin}/embed/${ID}?autoplay=1&mute=1`);
  await waitForState(page, 'ended');
  expect(await page.evaluate(() => document.querySelector('video')?.mediaKeys !== null)).toBe(true);
  expect(problems).toEqual([]);
});
