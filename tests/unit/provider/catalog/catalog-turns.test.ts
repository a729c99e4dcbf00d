import { expect, test } from 'vitest';
import { CatalogReader } from '../../../../src/provider/catalog/loading/catalog-reader.ts';
import { catalogWith, VIDEO } from '../support/catalog-folder.ts';
const videos = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const id = `video${String(index).padStart(6, '0')}`;
      return [`videos/${id}.json`, { ...VIDEO, id, chapters: `${id}.vtt` }];
    }),
  );

test('a large catalog is read in batches of at most 16 videos, with turns of the event loop in between', async () => {
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
