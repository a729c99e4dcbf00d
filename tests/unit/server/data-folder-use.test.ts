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

test('a second process on a data folder is warned about the first, until that has ended', async () => {
  const { folder, databaseUrl } = await dataFolder();
  const first = await noteUse(databaseUrl, 10, () => true);
  expect(first?.otherProcessId).toBeUndefined();
  const second = await noteUse(databaseUrl, 11, () => true);
  expect(second?.otherProcessId).toBe(10);
  await first?.end();
  expect((await noteUse(databaseUrl, 12, () => true))?.otherProcessId).toBe(11);
  expect(await readdir(folder)).toEqual(['provider.pid']);
});

test('the note of a process outlasts the end of one that came later', async () => {
  const { folder, databaseUrl } = await dataFolder();
  const first = await noteUse(databaseUrl, 10, () => true);
  await (await noteUse(databaseUrl, 11, () => true))?.end();
  const third = await noteUse(databaseUrl, 12, () => true);
  expect(third?.otherProcessId).toBe(10);
  await third?.end();
  await first?.end();
  expect(await readdir(folder)).toEqual([]);
});

test('a process that crashed is ignored', async () => {
  const { databaseUrl } = await dataFolder();
  await noteUse(databaseUrl, 10, () => true);
  expect((await noteUse(databaseUrl, 11, () => false))?.otherProcessId).toBeUndefined();
});

test('nothing remains after the end, and a file with other content is ignored', async () => {
  const { folder, databaseUrl } = await dataFolder();
  await writeFile(join(folder, 'provider.pid'), 'not a number');
  const use = await noteUse(databaseUrl, process.pid);
  expect(use?.otherProcessId).toBeUndefined();
  await use?.end();
  expect(await readdir(folder)).toEqual([]);
});

test('a database that is not a file has no folder', async () => {
  expect(await noteUse(':memory:', 1)).toBeUndefined();
});
