import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { noteUse } from '../../../src/server/data-folder-use.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function dataFolder(): Promise<{ folder: string; databaseUrl: string }> {
  const folder = await temporaryFolder();
  return { folder, databaseUrl: pathToFileURL(join(folder, 'provider.db')).href };
}

test('a second process on a data folder is warned about the first process until the first has ended', async () => {
  const { folder, databaseUrl } = await dataFolder();
  const first = await noteUse(databaseUrl, 10, () => true);
  expect(first?.otherProcessId).toBeUndefined();
  const second = await noteUse(databaseUrl, 11, () => true);
  expect(second?.otherProcessId).toBe(10);
  await first?.end();
  expect((await noteUse(databaseUrl, 12, () => true))?.otherProcessId).toBe(11);
  expect(await readdir(folder)).toEqual(['provider.pid']);
});

test('the entry of a process is kept when a later process ends', async () => {
  const { folder, databaseUrl } = await dataFolder();
  const first = await noteUse(databaseUrl, 10, () => true);
  await (await noteUse(databaseUrl, 11, () => true))?.end();
  const third = await noteUse(databaseUrl, 12, () => true);
  expect(third?.otherProcessId).toBe(10);
  await third?.end();
  await first?.end();
  expect(await readdir(folder)).toEqual([]);
});

test('the entry of a crashed process is ignored', async () => {
  const { databaseUrl } = await dataFolder();
  await noteUse(databaseUrl, 10, () => true);
  expect((await noteUse(databaseUrl, 11, () => false))?.otherProcessId).toBeUndefined();
});

test('a process file with other content is ignored, and the file is removed after the end of the process', async () => {
  const { folder, databaseUrl } = await dataFolder();
  await writeFile(join(folder, 'provider.pid'), 'not a number');
  const use = await noteUse(databaseUrl, process.pid);
  expect(use?.otherProcessId).toBeUndefined();
  await use?.end();
  expect(await readdir(folder)).toEqual([]);
});

test('the use of a database that is not a file is not noted', async () => {
  expect(await noteUse(':memory:', 1)).toBeUndefined();
});
