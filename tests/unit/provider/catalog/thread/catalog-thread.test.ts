import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { CatalogState } from '../../../../../src/provider/catalog/catalog-state.ts';
import { CatalogUnusable } from '../../../../../src/provider/catalog/catalog-unusable.ts';
import { CatalogThread } from '../../../../../src/provider/catalog/thread/catalog-thread.ts';
import { catalogWith, VIDEO, writeFiles } from '../../support/catalog-folder.ts';
import { buildScript, type BuiltScript } from '../../support/database-process.ts';
import { EVERYTHING, loadCatalog } from '../../support/load-catalog.ts';

let built: BuiltScript;

beforeAll(async () => {
  built = await buildScript('src/server/catalog.ts');
}, 120_000);
afterAll(() => built.remove());

function threadOver(folder: string, script = built.script): CatalogThread {
  const thread = new CatalogThread(script, folder, {});
  onTestFinished(() => thread.close());
  return thread;
}

test('a catalog thread reads the same catalog as the main thread, and replaces only changed videos afterwards', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `video${String(index).padStart(6, '0')}`);
  const folder = await catalogWith({
    ...Object.fromEntries(ids.map((id) => [`videos/${id}.json`, { ...VIDEO, id }])),
    'videos/broken.json': '{',
    'playlists/all.json': { id: 'PLall', title: 'All', videoIds: ids },
  });
  const [thread, state] = [threadOver(folder), new CatalogState()];
  const first = await state.read(thread, EVERYTHING);
  expect(first).toEqual(await loadCatalog(folder));
  expect(await state.read(thread, EVERYTHING)).toBe(first);
  await writeFiles(folder, { 'videos/video000007.json': { ...VIDEO, id: 'video000007', title: 'Changed' } });
  const second = await state.read(thread, { sideFilesMax: 0 });
  const changed = [...second.videos].filter(([id, video]) => video !== first.videos.get(id));
  expect(changed.map(([id, { title }]) => [id, title])).toEqual([['video000007', 'Changed']]);
});

test('an unusable catalog is reported as CatalogUnusable across threads, and its problem contains no path', async () => {
  const folder = await catalogWith({});
  const read = new CatalogState().read(threadOver(folder), EVERYTHING);
  const error: unknown = await read.catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(CatalogUnusable);
  expect((error as CatalogUnusable).message).toContain(folder);
  expect((error as CatalogUnusable).problem).not.toContain(folder);
});

test('a thread that ends fails the current read, and the next read starts another thread', async () => {
  const folder = await catalogWith({ 'videos/a.json': VIDEO });
  const script = join(folder, 'thread.mjs');
  await writeFile(script, 'process.exit(1);');
  const [thread, state] = [threadOver(folder, script), new CatalogState()];
  await expect(state.read(thread, EVERYTHING)).rejects.toThrow('The thread that reads the catalog has ended.');
  await writeFile(script, `await import(${JSON.stringify(built.script)});`);
  expect((await state.read(thread, EVERYTHING)).videos.size).toBe(1);
});

test('a file with a duplicate id is used once the first file gives up that id', async () => {
  const folder = await catalogWith({ 'videos/a.json': VIDEO, 'videos/b.json': { ...VIDEO, title: 'Second' } });
  const [thread, state] = [threadOver(folder), new CatalogState()];
  expect((await state.read(thread, EVERYTHING)).videos.get(VIDEO.id)?.title).toBe(VIDEO.title);
  await writeFile(join(folder, 'videos/a.json'), JSON.stringify({ ...VIDEO, id: 'testvideo02' }));
  expect((await state.read(thread, EVERYTHING)).videos.get(VIDEO.id)?.title).toBe('Second');
});
