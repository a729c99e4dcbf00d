import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalogFolder } from '../../../src/server/catalog-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A catalog in the sources with a demo video, an added video, unfinished work and a code file. */
async function lab() {
  const folder = await temporaryFolder();
  const [catalogSeed, catalogFolder] = [join(folder, 'sources'), join(folder, 'data/catalog')];
  for (const [path, text] of [
    ['videos/demo.json', '{}'],
    ['videos/film-added0.json', '{}'],
    ['media/film-added0/0.m4s', 'segment'],
    ['media/film-added0/master.m3u8', '#EXTM3U'],
    ['media/.add-1/work.json', '{}'],
    ['site.json', '{}'],
    ['catalog.ts', 'code'],
  ] as const) {
    const file = join(catalogSeed, path);
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  }
  await mkdir(join(folder, 'data'));
  return { catalogSeed, catalogFolder };
}

test('a new catalog in the data folder is a copy of all videos of the sources, and does not depend on them', async () => {
  const { catalogSeed, catalogFolder } = await lab();
  expect(await openCatalogFolder({ catalogFolder, catalogSeed })).toBe(
    `Your videos are in ${catalogFolder}, with a copy of those of ${catalogSeed}. ORIEL_CATALOG_DIR names another folder.`,
  );
  await rm(catalogSeed, { recursive: true });
  expect((await readdir(catalogFolder, { recursive: true })).toSorted()).toEqual([
    ...['media', 'media/film-added0', 'media/film-added0/0.m4s', 'media/film-added0/master.m3u8'],
    ...['site.json', 'videos', 'videos/demo.json', 'videos/film-added0.json'],
  ]);
  expect(await readFile(join(catalogFolder, 'media/film-added0/0.m4s'), 'utf8')).toBe('segment');
});

test('an existing catalog stays unchanged, and a catalog named by a setting is not created', async () => {
  const { catalogSeed, catalogFolder } = await lab();
  await openCatalogFolder({ catalogFolder, catalogSeed });
  await rm(join(catalogFolder, 'videos/demo.json'));
  expect(await openCatalogFolder({ catalogFolder, catalogSeed })).toBeUndefined();
  expect(await readdir(join(catalogFolder, 'videos'))).toEqual(['film-added0.json']);
  const named = join(catalogFolder, '../named');
  expect(await openCatalogFolder({ catalogFolder: named })).toBeUndefined();
  expect((await readdir(join(catalogFolder, '..'))).toSorted()).toEqual(['catalog']);
});

test('programs that start at the same time create one catalog', async () => {
  const settings = await lab();
  const made = await Promise.all([openCatalogFolder(settings), openCatalogFolder(settings)]);
  expect(made.filter((sentence) => sentence !== undefined).length).toBeGreaterThan(0);
  expect(await readdir(join(settings.catalogFolder, '..'))).toEqual(['catalog']);
});
