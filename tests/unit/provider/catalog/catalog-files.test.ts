import { spawnSync } from 'node:child_process';
import { chmod, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CatalogUnusable } from '../../../../src/provider/catalog/catalog-unusable.ts';
import { readCatalogFiles } from '../../../../src/studio/videos/catalog-files.ts';
import { catalogWith, VIDEO } from '../support/catalog-folder.ts';
import { loadCatalog } from '../support/load-catalog.ts';

/** Files of a catalog that are no descriptions, put there by accident or by another writer. */

const SPARSE_BYTES = 125_829_120;

const makePipe = (path: string): void => void spawnSync('mkfifo', [path]);

type Put = (path: string) => unknown;
const NOT_REGULAR = 'is no ordinary file, but a pipe, a socket or a device. Put a file in its place';
const STRANGE: readonly (readonly [what: string, put: Put, fault: string])[] = [
  ['a pipe that nobody writes to', makePipe, NOT_REGULAR],
  ['a link to a device without an end', (path) => symlink('/dev/zero', path), NOT_REGULAR],
  [
    'a file of 120 MB',
    async (path) => {
      await writeFile(path, '{');
      await truncate(path, SPARSE_BYTES);
    },
    'is larger than 1 MiB, so it is not read',
  ],
];

test.each(STRANGE)('%s in place of a description is one problem; the rest loads', async (_, put, fault) => {
  const folder = await catalogWith({
    'videos/good.json': VIDEO,
    'playlists/good.json': { id: 'PLgood', title: 'Good', videoIds: [VIDEO.id] },
  });
  await put(join(folder, 'videos/strange.json'));
  await put(join(folder, 'playlists/strange.json'));
  const { videos, playlists, problems } = await loadCatalog(folder);
  expect([[...videos.keys()], [...playlists.keys()]]).toEqual([[VIDEO.id], ['PLgood']]);
  expect(problems).toEqual([
    { effect: 'skipped', message: `videos/strange.json: ${fault}` },
    { effect: 'skipped', message: `playlists/strange.json: ${fault}` },
  ]);
  const listed = await readCatalogFiles(folder);
  expect([listed.videos.length, listed.broken]).toEqual([
    1,
    [`videos/strange.json: ${fault}`, `playlists/strange.json: ${fault}`],
  ]);
});

test.each(STRANGE)('%s in place of site.json stops the start with the reason', async (_, put, fault) => {
  const folder = await catalogWith({ 'videos/good.json': VIDEO });
  await put(join(folder, 'site.json'));
  const loaded = loadCatalog(folder);
  await expect(loaded).rejects.toThrow(CatalogUnusable);
  await expect(loaded).rejects.toThrow(`site.json ${fault}`);
});

test.each(['captions', 'chapters', 'storyboard', 'poster', 'playlist'])(
  'a pipe in place of the %s of a video is one problem, and the other video loads',
  async (part) => {
    const named = {
      captions: {
        captions: [{ url: 'pipe', languageCode: 'en', name: 'English', kind: 'subtitles', isDefault: true }],
      },
      chapters: { chapters: 'pipe' },
      storyboard: { storyboard: 'pipe' },
      poster: { posters: [{ url: 'pipe', mimeType: 'image/jpeg', width: 1, height: 1 }] },
      playlist: { sources: { hls: 'pipe' } },
    }[part];
    const folder = await catalogWith({
      'videos/good.json': VIDEO,
      'videos/other.json': { ...VIDEO, id: 'testvideo02', ...named },
    });
    makePipe(join(folder, 'media/pipe'));
    const { videos, problems } = await loadCatalog(folder);
    expect(problems).toEqual([
      {
        effect: part === 'playlist' ? 'skipped' : 'warning',
        message: expect.stringContaining('media/pipe is no ordinary file, but a pipe, a socket or a device') as string,
      },
    ]);
    expect(videos.size).toBe(part === 'playlist' ? 1 : 2);
  },
);

test.skipIf(process.getuid?.() === 0)('a file that may not be read is named by its path in the catalog', async () => {
  const folder = await catalogWith({ 'videos/closed.json': VIDEO });
  await chmod(join(folder, 'videos/closed.json'), 0);
  const { problems } = await loadCatalog(folder);
  expect(problems[0]?.message).toBe("videos/closed.json: cannot be read. May the provider's user read it?");
});

test('a symbolic link that points to itself is a problem whose message holds no path of the server', async () => {
  const folder = await catalogWith({ 'videos/good.json': { ...VIDEO, chapters: 'loop.vtt' } });
  await symlink('loop.json', join(folder, 'videos/loop.json'));
  await symlink('loop.vtt', join(folder, 'media/loop.vtt'));
  const { problems } = await loadCatalog(folder);
  expect(problems).toHaveLength(2);
  for (const { message } of problems) expect(message).not.toContain(folder);
});
