import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { requireWritable } from '../../../../src/studio/preparation/require-writable.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

/** A `writeFile` that fails in one folder, as for a user without the right to write there. */
const refusing =
  (folder: string): typeof writeFile =>
  async (file, ...rest) => {
    if (dirname(String(file)) === folder)
      throw Object.assign(new Error('EACCES'), { code: 'EACCES', path: String(file) });
    return writeFile(file, ...rest);
  };

test('the check leaves writable folders unchanged and does not create missing folders', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'media'));
  await requireWritable([join(folder, 'media'), join(folder, 'videos/new')]);
  expect(await readdir(folder, { recursive: true })).toEqual(['media']);
});

test('the error names the folder that cannot be written, or the existing parent of a missing folder', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'media'));
  const [media, videos] = [join(folder, 'media'), join(folder, 'videos')];
  const fault = (refused: string): Promise<unknown> =>
    requireWritable([media, join(videos, 'new')], refusing(refused)).catch((error: unknown) => error);
  expect(await fault(media)).toMatchObject({ code: 'EACCES', path: media });
  expect(await fault(folder)).toMatchObject({ code: 'EACCES', path: folder });
  expect(await readdir(folder, { recursive: true })).toEqual(['media']);
});
