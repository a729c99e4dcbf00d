import { createCipheriv, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { hurry, pause, waitForState, waitForTime } from '../support/player-page.ts';
import { demoPart, masterPlaylist, mediaPlaylist, SEGMENTS, UnusualMedia } from './support/unusual-media.ts';
import { test as base } from '../support/test.ts';

const test = base
  .extend('environment', { scope: 'file' }, async ({}, { onCleanup }) => {
    const media = await UnusualMedia.create();
    onCleanup(() => media.remove());
    await media.addVideo('film-2sound', await withSecondSound());
    await media.addVideo('film-aes128', await encrypted());
    await media.addLadder('film-ladder', 3);
    return { ORIEL_CATALOG_DIR: media.folder };
  })
  .extend('demo', { scope: 'file' }, ({ sharedServer }) => sharedServer());

async function withSecondSound(): Promise<Record<string, string | Uint8Array>> {
  const names = ['init.mp4', ...SEGMENTS.map((segment) => `${segment}.m4s`)];
  const parts = await Promise.all(
    names.map(async (name) => [`audio2/${name}`, await demoPart('audio', name)] as const),
  );
  return {
    'master.m3u8': masterPlaylist({ audio: ['audio.m3u8', 'audio2.m3u8'] }).replace(
      'LANGUAGE="es"',
      'LANGUAGE="es",CHARACTERISTICS="public.accessibility.describes-video"',
    ),
    'audio2.m3u8': mediaPlaylist('audio').replaceAll('audio/', 'audio2/'),
    ...Object.fromEntries(parts),
  };
}

/** AES-128 as in HLS: whole segments in CBC, with the segment's number as default IV. */
async function encrypted(): Promise<Record<string, string | Uint8Array>> {
  const key = randomBytes(16);
  const files: Record<string, string | Uint8Array> = { 'key.m4s': key };
  for (const kind of ['video', 'audio'] as const) {
    files[`${kind}.m3u8`] = mediaPlaylist(kind, { afterInit: ['#EXT-X-KEY:METHOD=AES-128,URI="key.m4s"'] });
    for (const [index, segment] of SEGMENTS.entries()) {
      const cipher = createCipheriv('aes-128-cbc', key, Buffer.alloc(16).fill(index, 15));
      const plain = await demoPart(kind, `${segment}.m4s`);
      files[`${kind}/${segment}.m4s`] = Buffer.concat([cipher.update(plain), cipher.final()]);
    }
  }
  return files;
}

test.concurrent('an encrypted video (AES-128) plays to its end', async ({ product }) => {
  const { page } = await product.openPage();
  await hurry(page);
  await page.goto(`${product.playerOrigin}/embed/film-aes128?autoplay=1&mute=1`);
  await page.waitForSelector('#player[data-state="ended"]');
  expect(await page.evaluate(() => document.querySelector('video')?.videoHeight)).toBe(240);
});

test.concurrent(
  'a second audio track is offered in the settings with its role, and plays once it is chosen',
  async ({ product }) => {
    const { page } = await product.openPage();
    await page.goto(`${product.playerOrigin}/embed/film-2sound?autoplay=1&mute=1`);
    await waitForState(page, 'playing');
    await pause(page);
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: /^Audio/ }).click();
    const second = page.waitForRequest('**/film-2sound/audio2/*.m4s');
    expect(await page.getByRole('radio').allTextContents()).toEqual(['Sound 1', 'Sound 2 (audio description)']);
    await page.getByRole('radio', { name: 'Sound 2 (audio description)' }).click();
    await second;
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await page.getByRole('button', { name: /^Audio.*Sound 2 \(audio description\)/ }).waitFor();
    await page.keyboard.press('Escape');
    await hurry(page);
    await page.keyboard.press('k');
    await page.waitForSelector('#player[data-state="ended"]');
  },
);

test.concurrent.for([
  [1, 'v240'],
  [2, 'v480'],
] as const)(
  'no larger quality is requested than the player can show, at a pixel density of %i',
  { tags: ['thorough'] },
  async ([density, tallest], { product, expect }) => {
    const { page, context } = await product.openPage({
      viewport: { width: 400, height: 225 },
      deviceScaleFactor: density,
    });
    const levels = new Set<string>();
    context.on('request', (request) => {
      const level = /\/(v\d+)\/\d+\.m4s/.exec(request.url())?.[1];
      if (level !== undefined) levels.add(level);
    });
    await page.goto(`${product.playerOrigin}/embed/film-ladder?autoplay=1&mute=1`);
    const tallestSoFar = (): string | undefined => [...levels].toSorted().at(-1);
    await expect.poll(tallestSoFar).toBe(tallest);
    await waitForTime(page, 5);
    expect(tallestSoFar()).toBe(tallest);
    await page.setViewportSize({ width: 1_280, height: 720 });
    await page.waitForFunction(() => document.querySelector('video')?.videoHeight === 720, undefined, {
      timeout: 30_000,
    });
  },
);
