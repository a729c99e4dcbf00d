import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CatalogState } from '../../../../src/provider/catalog/catalog-state.ts';
import type { Catalog } from '../../../../src/provider/catalog/catalog.ts';
import { LiveCatalog } from '../../../../src/provider/catalog/live-catalog.ts';
import { CatalogReader } from '../../../../src/provider/catalog/loading/catalog-reader.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { catalogWith, VIDEO } from '../support/catalog-folder.ts';
import { loadCatalog } from '../support/load-catalog.ts';
import { openTestProvider } from '../support/test-provider.ts';

const idOf = (index: number): string => `video${String(index).padStart(6, '0')}`;
const fileOf = (index: number): string => `videos/${idOf(index)}.json`;
const videos = (count: number): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [fileOf(index), { ...VIDEO, id: idOf(index) }]));
const LATER = { sideFilesMax: 0, completedMax: 0 };

/** A catalog that reads the files of a video only when that video is requested. */
async function describedCatalog(folder: string): Promise<Catalog> {
  const [reader, state] = [new CatalogReader(folder), new CatalogState()];
  const catalog = await state.read(reader, LATER);
  return {
    ...catalog,
    async complete(id) {
      const completed = state.complete(id, reader);
      if (completed === undefined) return;
      await state.read(reader, LATER);
      await completed;
    },
  };
}

const described = ({ videos: all }: Catalog): string[] =>
  [...all.values()].filter(({ isDescribedOnly }) => isDescribedOnly === true).map(({ id }) => id);

test('a large catalog opens before all its files are read, and reads the rest in the background', async () => {
  const folder = await catalogWith(videos(5));
  const notices: string[] = [];
  const onNotice = (notice: string): void => void notices.push(notice);
  const catalog = await LiveCatalog.open(folder, { clock: createFakeClock(), completedMax: 2, onNotice });
  onTestFinished(() => catalog.close());
  expect(described(catalog)).toEqual([idOf(2), idOf(3), idOf(4)]);
  await expect.poll(() => described(catalog), { timeout: 20_000 }).toEqual([]);
  expect(catalog.videos).toEqual((await loadCatalog(folder)).videos);
  expect(notices).toEqual(['5 videos, 0 playlists']);
});

test('the files of a video that a page waits for are read before the files of all other videos', async () => {
  const reader = new CatalogReader(await catalogWith(videos(5)));
  await new CatalogState().read(reader, LATER);
  reader.prefer(fileOf(4));
  const batches: string[][] = [];
  const reading = reader.read({ sideFilesMax: 0 });
  for (let step = await reading.next(); step.done !== true; step = await reading.next())
    batches.push(step.value.map(([file]) => file));
  expect(batches).toEqual([[fileOf(4)], [fileOf(0), fileOf(1), fileOf(2), fileOf(3)]]);
});

test('the page and the media of a video whose files have not been read equal those of a complete video', async () => {
  const folder = await catalogWith({ ...videos(3), 'site.json': { signMedia: true } });
  const open = (catalog: Catalog) =>
    openTestProvider({ catalog, mediaFolder: join(folder, 'media'), pathPrefix: '/player' });
  const [provider, whole] = [await open(await describedCatalog(folder)), await open(await loadCatalog(folder))];
  const ask = { path: 'player', fields: { videoId: idOf(1) } };
  const [response, expected] = await Promise.all([provider, whole].map((one) => one.call(ask.path, ask.fields)));
  const streams = response?.json['streamingData'] as { hlsManifestUrl: string; inlinePlaylists: object };
  expect(Object.keys(streams.inlinePlaylists).length).toBeGreaterThan(1);
  expect(Object.keys(streams)).toEqual(Object.keys(expected?.json['streamingData'] as object));
  const address = streams.hlsManifestUrl.replace('/player', '');
  expect((await provider.get(address)).status).toBe(200);
  const afterRestart = await open(await describedCatalog(folder));
  expect((await afterRestart.get(address)).status, 'of a page that an earlier process has served').toBe(
    (await whole.get(address)).status,
  );
});

test('a video whose files prove unusable on its first request is removed, and the fault is reported', async () => {
  const folder = await catalogWith({ ...videos(2), 'videos/bad.json': { ...VIDEO, sources: { hls: 'no/such.m3u8' } } });
  const [reader, state] = [new CatalogReader(folder), new CatalogState()];
  const before = await state.read(reader, LATER);
  expect([before.videos.has(VIDEO.id), before.problems]).toEqual([true, []]);
  const completed = state.complete(VIDEO.id, reader);
  const after = await state.read(reader, LATER);
  await completed;
  expect(after.videos.has(VIDEO.id)).toBe(false);
  expect(after.problems).toEqual([
    { effect: 'skipped', message: expect.stringContaining('no such file: media/no/such.m3u8') },
  ]);
});

test('a caller that waits for the files of a video continues when the folder cannot be read', async () => {
  const folder = await catalogWith(videos(2));
  let isBroken = false;
  const catalog = await LiveCatalog.open(folder, {
    clock: createFakeClock(),
    completedMax: 1,
    openSource: (path) => {
      const reader = new CatalogReader(path);
      return {
        prefer: (file) => reader.prefer(file),
        close: () => reader.close(),
        read(depth) {
          if (isBroken) throw new Error('The thread has ended.');
          isBroken = true;
          return reader.read(depth);
        },
      };
    },
  });
  onTestFinished(() => catalog.close());
  await catalog.complete(idOf(1));
  expect(catalog.videos.get(idOf(1))?.isDescribedOnly).toBe(true);
  expect(catalog.problems.map(({ message }) => message)).toEqual(['Error: The thread has ended.']);
});
