import { cp, rm, utimes, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { catalogWith, VIDEO } from '../support/catalog-folder.ts';
import { loadCatalog } from '../support/load-catalog.ts';
import { openTestProvider, type TestProvider } from '../support/test-provider.ts';

const execute = promisify(execFile);

const POSTER = { url: 'demo/poster.jpg', mimeType: 'image/jpeg', width: 1280, height: 720 };
const CAPTIONS = {
  url: 'demo/captions.en.vtt',
  languageCode: 'en',
  name: 'English',
  kind: 'subtitles',
  isDefault: true,
};
const FILES = ['v240/init.mp4', 'v240/000.m4s', 'audio/000.m4s'];

/** Opens a provider on the folder; returns it with the addresses that a page requests for the video. */
async function openVideo(folder: string) {
  const catalog = await loadCatalog(folder);
  const provider = await openTestProvider({ catalog, mediaFolder: join(folder, 'media') });
  const video = catalog.videos.get(VIDEO.id);
  const master = video?.sources.hlsManifestUrl ?? '';
  const files = FILES.map((name) => new URL(name, `http://player.example${master}`).pathname);
  return { provider, master, files: [...files, video?.posters[0]?.url ?? '', video?.captions[0]?.url ?? ''] };
}

const cacheControl = async (provider: TestProvider, address: string) =>
  (await provider.get(address)).headers.get('Cache-Control');

const FOREVER = 'public, max-age=31536000, immutable';

async function videoFolder(): Promise<string> {
  return catalogWith({ 'videos/a.json': { ...VIDEO, posters: [POSTER], captions: [CAPTIONS] } });
}

/** Replaces a file and dates it a second later, because some file systems count whole seconds. */
async function replace(folder: string, name: string): Promise<void> {
  const path = join(folder, 'media/demo', name);
  await writeFile(path, 'another video');
  const later = new Date(Date.now() + 1_000);
  await utimes(path, later, later);
}

test('the files of a video are cached for ever at addresses with their version, its playlists are revalidated each time', async () => {
  const { provider, master, files } = await openVideo(await videoFolder());
  for (const address of files) expect([address, await cacheControl(provider, address)]).toEqual([address, FOREVER]);
  expect(await cacheControl(provider, master)).toBe('no-cache');
});

test.each(['v240/000.m4s', 'v240/init.mp4', 'v480/index.m3u8', 'poster.jpg', 'captions.en.vtt'])(
  'replacing %s changes every address of the video',
  async (name) => {
    const folder = await videoFolder();
    const before = await openVideo(folder);
    await replace(folder, name);
    const after = await openVideo(folder);
    for (const [index, address] of after.files.entries()) expect(address).not.toBe(before.files[index]);
  },
);

test('replacing a segment in the middle of a rendition changes the addresses', async () => {
  const folder = await videoFolder();
  await cp(join(folder, 'media/demo/v240/000.m4s'), join(folder, 'media/demo/v240/007.m4s'));
  const before = await openVideo(folder);
  await rm(join(folder, 'media/demo/v240/007.m4s'));
  await cp(join(folder, 'media/demo/audio/000.m4s'), join(folder, 'media/demo/v240/007.m4s'));
  expect((await openVideo(folder)).master).not.toBe(before.master);
});

test('an address with an old version or without a version returns the current file with no-cache', async () => {
  const folder = await videoFolder();
  const { provider, files } = await openVideo(folder);
  await replace(folder, 'v240/000.m4s');
  for (const address of [files[1] ?? '', '/media/demo/v240/000.m4s']) {
    const response = await provider.get(address);
    expect(response.headers.get('Cache-Control')).toBe('no-cache');
    expect(await response.text()).toBe('another video');
  }
});

test('a copy of the files with the same times gets the same addresses', async () => {
  const folder = await videoFolder();
  const copy = join(await catalogWith({}), 'copy');
  await execute('cp', ['-a', folder, copy]);
  expect((await openVideo(copy)).files).toEqual((await openVideo(folder)).files);
});
