import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { begunWork, removeWorkOn } from '../../../../src/studio/preparation/begun-work.ts';
import { WorkFolder } from '../../../../src/studio/preparation/work-folder.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Id of no process on any machine. */
const DEAD = 2 ** 30;

async function lab() {
  const catalogFolder = await temporaryFolder();
  const begin = async (name: string, videoId: string, processId: number) => {
    await mkdir(join(catalogFolder, 'media'), { recursive: true });
    await new WorkFolder(catalogFolder, name).open({ videoId, path: '/films/a.mp4' }, processId);
  };
  return { catalogFolder, begin };
}

test('work on a video is given up by its id; that of other videos, and of a living process, stays', async () => {
  const { catalogFolder, begin } = await lab();
  await begin('.add-1', 'AAAAAAAAAAA', DEAD);
  await begin('.add-2', 'BBBBBBBBBBB', DEAD);
  await removeWorkOn(catalogFolder, 'AAAAAAAAAAA');
  expect(await begunWork(catalogFolder)).toEqual(['.add-2']);
  await begin('.add-3', 'CCCCCCCCCCC', process.pid);
  await removeWorkOn(catalogFolder, 'CCCCCCCCCCC');
  expect((await begunWork(catalogFolder)).toSorted()).toEqual(['.add-2', '.add-3']);
});

test('a catalog without media has no begun work', async () => {
  const { catalogFolder } = await lab();
  expect(await begunWork(catalogFolder)).toEqual([]);
});
