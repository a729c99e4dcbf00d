import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCommandCatalog } from '../../../src/server/command-catalog.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Opens the catalog of a command with this data folder, which lies below a new folder unless its path is absolute. */
async function open(path: string, mayMake: boolean, prepare?: (folder: string) => Promise<unknown>) {
  const folder = await temporaryFolder();
  const seed = join(folder, 'seed');
  await mkdir(join(seed, 'videos'), { recursive: true });
  await writeFile(join(seed, 'site.json'), '{}');
  await prepare?.(folder);
  const data = path.startsWith('/') ? path : join(folder, path);
  const said: string[] = [];
  const complaints: string[] = [];
  const isOpen = await openCommandCatalog({
    settings: { catalogFolder: join(data, 'catalog'), catalogSeed: seed },
    mayMake,
    say: (line) => said.push(line.replaceAll(folder, '')),
    complain: (line) => complaints.push(line.replaceAll(folder, '')),
  });
  return { folder, isOpen, said, complaints };
}

test('an existing data folder is opened without a message', async () => {
  const { isOpen, said, complaints, folder } = await open('data', false, (parent) => mkdir(join(parent, 'data')));
  expect([isOpen, said, complaints]).toEqual([true, [], []]);
  expect(await readdir(join(folder, 'data/catalog'))).toContain('site.json');
});

test('a command that only reads does not create a missing data folder, and names the setting', async () => {
  const { isOpen, complaints, folder } = await open('typo', false);
  expect(isOpen).toBe(false);
  expect(complaints).toEqual([
    'There is no data folder /typo. Give this command the ORIEL_DATA_DIR that the server has, or start that first.',
  ]);
  expect(await readdir(folder)).not.toContain('typo');
});

test('a command that adds videos creates a missing data folder, and reports that the folder is new', async () => {
  const { isOpen, said } = await open('new/data', true);
  expect(isOpen).toBe(true);
  expect(said).toEqual([
    'The data folder /new/data is new. A server with another ORIEL_DATA_DIR does not see what is in it.',
  ]);
});

test.each([
  ['/proc/none', undefined, 'no folder can be made there'],
  ['file', (parent: string) => writeFile(join(parent, 'file'), ''), 'it is a file'],
  ['file/data', (parent: string) => writeFile(join(parent, 'file'), ''), 'a part of its path is a file'],
  ['link', (parent: string) => symlink(join(parent, 'none'), join(parent, 'link')), 'no folder can be made there'],
])('the data folder %s, which cannot be written, is refused with the reason', async (path, prepare, reason) => {
  const { isOpen, complaints } = await open(path, true, prepare);
  expect(isOpen).toBe(false);
  expect(complaints).toEqual([
    `The data folder ${path.startsWith('/') ? path : `/${path}`} cannot be written: ${reason}. Make it writable, or name another in ORIEL_DATA_DIR.`,
  ]);
});

test('a command that only reads refuses a missing catalog folder named by a setting', async () => {
  const folder = await temporaryFolder();
  const complaints: string[] = [];
  const settings = { catalogFolder: join(folder, 'videos') };
  const options = { settings, mayMake: false, say: () => undefined, complain: (line: string) => complaints.push(line) };
  expect(await openCommandCatalog(options)).toBe(false);
  expect(complaints[0]).toContain('Give this command the ORIEL_CATALOG_DIR that the server has');
});
