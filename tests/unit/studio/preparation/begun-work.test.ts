import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { begunWork, removeWorkOn } from '../../../../src/studio/preparation/begun-work.ts';
import { WorkFolder } from '../../../../src/studio/preparation/work-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A process id larger than any that a machine assigns. */
const DEAD = 2 ** 30;

async function lab() {
  const catalogFolder = await temporaryFolder();
  const begin = async (name: string, videoId: string, processId: number) => {
    await mkdir(join(catalogFolder, 'media'), { recursive: true });
    await new WorkFolder(catalogFolder, name).open({ videoId, path: '/films/a.mp4' }, processId);
  };
  return { catalogFolder, begin };
}

test('unfinished work on a video is removed by its id, except for work of a running process', async () => {
  const { catalogFolder, begin } = await lab();
  await begin('.add-1', 'AAAAAAAAAAA', DEAD);
  await begin('.add-2', 'BBBBBBBBBBB', DEAD);
  await removeWorkOn(catalogFolder, 'AAAAAAAAAAA');
  expect(await begunWork(catalogFolder)).toEqual(['.add-2']);
  await begin('.add-3', 'CCCCCCCCCCC', process.pid);
  await removeWorkOn(catalogFolder, 'CCCCCCCCCCC');
  expect((await begunWork(catalogFolder)).toSorted()).toEqual(['.add-2', '.add-3']);
});

test('a catalog without a media folder has no unfinished work', async () => {
  const { catalogFolder } = await lab();
  expect(await begunWork(catalogFolder)).toEqual([]);
});
