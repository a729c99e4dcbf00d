import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publishBuild } from '../../../.build/publish-build.ts';

const DAY_MS = 86_400_000;
const PARTS = ['client', 'host'];
let dist = '';
let nowMs = Date.UTC(2030, 0, 1);

beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'oriel-build-'));
});
afterEach(() => rm(dist, { recursive: true, force: true }));

async function publish(files: Readonly<Record<string, string>>): Promise<void> {
  const from = join(dist, 'unfinished');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(from, path)), { recursive: true });
    await writeFile(join(from, path), text);
  }
  await publishBuild(from, dist, PARTS, nowMs);
}

async function filesOf(folder: string): Promise<string[]> {
  return (await readdir(join(dist, folder)).catch(() => [])).toSorted();
}

test('the assets of the previous build are kept beside the assets of the new build', async () => {
  await publish({ 'client/assets/page-1.js': 'one', 'client/page.html': 'page-1' });
  await publish({ 'client/assets/page-2.js': 'two', 'client/page.html': 'page-2' });
  expect(await filesOf('client/assets')).toEqual(['page-2.js']);
  expect(await filesOf('earlier-assets')).toEqual(['page-1.js']);
  expect(await readFile(join(dist, 'earlier-assets/page-1.js'), 'utf8')).toBe('one');
  expect(await readFile(join(dist, 'client/page.html'), 'utf8')).toBe('page-2');
});

test('an asset is kept for a week after its replacement, however old it was', async () => {
  await publish({ 'client/assets/page-1.js': '' });
  nowMs += 30 * DAY_MS;
  await publish({ 'client/assets/page-2.js': '' });
  nowMs += 6 * DAY_MS;
  await publish({ 'client/assets/page-2.js': '' });
  expect(await filesOf('earlier-assets')).toEqual(['page-1.js']);
  nowMs += 2 * DAY_MS;
  await publish({ 'client/assets/page-2.js': '' });
  expect(await filesOf('earlier-assets')).toEqual([]);
});

test('of the assets of many builds the newest are kept, up to 32 MB', async () => {
  const tenMegabytes = 'x'.repeat(10 * 1024 * 1024);
  for (const build of [1, 2, 3, 4, 5, 6]) {
    await publish({ [`client/assets/page-${build}.js`]: tenMegabytes });
    nowMs += 1000;
  }
  expect(await filesOf('earlier-assets')).toEqual(['page-3.js', 'page-4.js', 'page-5.js']);
});

test('output files that are no longer built are removed, and other folders stay', async () => {
  await mkdir(join(dist, 'package'));
  await publish({ 'host/old.js': '', 'host/iframe_api.js': '1' });
  await publish({ 'host/iframe_api.js': '2' });
  expect(await filesOf('host')).toEqual(['iframe_api.js']);
  expect(await filesOf('')).toEqual(['host', 'package']);
});
