import { expect, test } from 'vitest';
import { CatalogReader } from '../../../../src/provider/catalog/loading/catalog-reader.ts';
import { catalogWith, VIDEO, writeFiles } from '../support/catalog-folder.ts';
import { CatalogState } from '../../../../src/provider/catalog/catalog-state.ts';

const cues = (text: string): string => `WEBVTT\n\n00:00.000 --> 00:02.000\n${text}\n`;
const videos = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const id = `video${String(index).padStart(6, '0')}`;
      return [`videos/${id}.json`, { ...VIDEO, id, chapters: `${id}.vtt` }];
    }),
  );

test('files that descriptions name have their turn: every read looks at some, and later ones at the others', async () => {
  const files = videos(4);
  const ids = Object.keys(files).map((file) => file.slice('videos/'.length, -'.json'.length));
  const side = (text: string) => Object.fromEntries(ids.map((id) => [`media/${id}.vtt`, cues(text)]));
  const folder = await catalogWith({ ...files, ...side('One') });
  const [reader, state] = [new CatalogReader(folder), new CatalogState()];
  await state.read(reader, { sideFilesMax: 0 });
  await writeFiles(folder, side('Changed'));
  const seen: number[] = [];
  for (let read = 0; read < ids.length; read += 1) {
    const catalog = await state.read(reader, { sideFilesMax: 1 });
    seen.push([...catalog.videos.values()].filter(({ chapters }) => chapters?.[0]?.title === 'Changed').length);
  }
  expect(seen).toEqual([1, 2, 3, 4]);
});

test('a large catalog is passed on in batches, and the event loop has its turns in between', async () => {
  const folder = await catalogWith(videos(100));
  let turns = 0;
  const count = (): void => {
    turns += 1;
    turning = setImmediate(count);
  };
  let turning = setImmediate(count);
  const reading = new CatalogReader(folder).read({ sideFilesMax: 0 });
  const sizes: number[] = [];
  for (let step = await reading.next(); step.done !== true; step = await reading.next()) sizes.push(step.value.length);
  clearImmediate(turning);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(16);
  expect(turns).toBeGreaterThanOrEqual(6);
});
