import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { requireWritable } from '../../../../src/studio/preparation/require-writable.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** Refuses to write in one folder, as for a user without the right. */
const refusing =
  (folder: string): typeof writeFile =>
  async (file, ...rest) => {
    if (dirname(String(file)) === folder)
      throw Object.assign(new Error('EACCES'), { code: 'EACCES', path: String(file) });
    return writeFile(file, ...rest);
  };

test('folders that can be written are left as they were, and missing ones are not made', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'media'));
  await requireWritable([join(folder, 'media'), join(folder, 'videos/new')]);
  expect(await readdir(folder, { recursive: true })).toEqual(['media']);
});

test('the very folder that refuses is named; of those that are missing, the one above them', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'media'));
  const [media, videos] = [join(folder, 'media'), join(folder, 'videos')];
  const fault = (refused: string): Promise<unknown> =>
    requireWritable([media, join(videos, 'new')], refusing(refused)).catch((error: unknown) => error);
  expect(await fault(media)).toMatchObject({ code: 'EACCES', path: media });
  expect(await fault(folder)).toMatchObject({ code: 'EACCES', path: folder });
  expect(await readdir(folder, { recursive: true })).toEqual(['media']);
});
