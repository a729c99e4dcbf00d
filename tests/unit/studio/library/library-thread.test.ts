// @module-tag thorough
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { libraryThread } from '../../../../src/studio/library/library-thread.ts';
import { buildScript } from '../../provider/support/database-process.ts';
import { copyCatalog } from '../videos/catalog-copy.ts';

const built = await buildScript('src/server/library.ts');
afterAll(() => built.remove());
const doTask = libraryThread(pathToFileURL(built.script));

test('library tasks run in a separate thread, and a refusal keeps its name and status across threads', async () => {
  const { folder } = await copyCatalog();
  const place = { catalogFolder: folder, followLinks: false, processId: process.pid, nowMs: 1 };
  expect(await doTask({ kind: 'list', search: '', after: 0 }, place)).toMatchObject({ videoCount: 6 });
  await expect(doTask({ kind: 'remove', id: 'nosuchvideo' }, place)).rejects.toMatchObject({
    name: 'LibraryRefusal',
    status: 404,
  });
});
