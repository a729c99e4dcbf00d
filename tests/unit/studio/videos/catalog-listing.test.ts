import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { CatalogListing } from '../../../../src/studio/videos/catalog-listing.ts';
import { WorkQueue } from '../../../../src/studio/videos/work-queue.ts';
import { copyCatalog } from './catalog-copy.ts';

async function open() {
  const catalog = await copyCatalog();
  const changes = new WorkQueue();
  let changeCount = 0;
  const onChanged = async (): Promise<void> => void (changeCount += 1);
  const listing = new CatalogListing({
    ...{ catalogFolder: catalog.folder, processId: process.pid, onChanged, changes },
  });
  const isListed = async (id: string): Promise<unknown> =>
    (JSON.parse(await catalog.read(`videos/${id}.json`)) as { isListed?: boolean }).isListed;
  return { ...catalog, listing, isListed, queue: changes, changes: () => changeCount };
}

test('concurrent changes of the listing are made one after the other, and each is announced', async () => {
  const { listing, isListed, changes } = await open();
  const done = await Promise.all([
    listing.setListed('orielsphere', false),
    listing.setListed('orieldemo01', false),
    listing.setListed('orielsphere', true),
  ]);
  expect(done.every(({ ok }) => ok)).toBe(true);
  expect([await isListed('orielsphere'), await isListed('orieldemo01'), changes()]).toEqual([undefined, false, 3]);
});

test('a change of an unknown video or of a busy catalog fails with the reason and changes nothing', async () => {
  const { listing, at, snapshot, changes } = await open();
  const before = await snapshot();
  expect(await listing.setListed('nosuchvideo', false)).toEqual({
    ok: false,
    status: 400,
    message: 'There is no video nosuchvideo. npm run videos lists them.',
  });
  expect(await snapshot()).toEqual(before);
  await writeFile(at('.change.json'), JSON.stringify({ what: '', processId: 1, steps: [] }));
  expect(await listing.setListed('orielsphere', false)).toMatchObject({
    ok: false,
    message: expect.stringContaining('is being changed by another command') as string,
  });
  expect(changes()).toBe(0);
});

test('a change from another page waits for the running change of the listing', async () => {
  const { listing, queue, isListed } = await open();
  const done = listing.setListed('orielsphere', false);
  expect(await queue.add(() => isListed('orielsphere'))).toBe(false);
  await done;
});
