import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseEncoding } from '../../../src/provider/files/content-encoding.ts';
import { CACHED_FILE_MAX_BYTES, FileFolder } from '../../../src/provider/files/file-folder.ts';
import { MemoryCache } from '../../../src/provider/files/memory-cache.ts';
import { createBuiltFrontend } from '../../../src/provider/frontend/built-frontend.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function folderWith(files: Record<string, string | Uint8Array>): Promise<string> {
  const folder = await temporaryFolder();
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return folder;
}

test('hidden files and links out of the folder are not served', async () => {
  const folder = await folderWith({
    'media/a.txt': 'a',
    'media/.hidden': 'h',
    'media/.git/config': 'c',
    'secret.txt': 's',
  });
  await symlink(join(folder, 'secret.txt'), join(folder, 'media/link.txt'));
  await symlink(join(folder, 'media/a.txt'), join(folder, 'media/inside.txt'));
  const files = new FileFolder(join(folder, 'media'));
  expect(await files.find('a.txt')).toBeDefined();
  expect(await files.find('inside.txt')).toBeDefined();
  for (const path of ['.hidden', '.git/config', 'link.txt', '../secret.txt', '%2e%2e/secret.txt', 'a.txt/x', ''])
    expect([path, await files.find(path)]).toEqual([path, undefined]);
});

test('a changed file is read again', async () => {
  const folder = await folderWith({ 'a.txt': 'one' });
  const files = new FileFolder(folder);
  const read = async (): Promise<string> => new TextDecoder().decode(await (await files.find('a.txt'))?.bytes());
  expect(await read()).toBe('one');
  await writeFile(join(folder, 'a.txt'), 'three');
  expect(await read()).toBe('three');
});

test('a range of a file too large for the cache has the requested bytes', async () => {
  const large = new Uint8Array(CACHED_FILE_MAX_BYTES + 10).map((_, index) => index % 251);
  const files = new FileFolder(await folderWith({ 'large.mp4': large }));
  const part = await (await files.find('large.mp4'))?.part(5, CACHED_FILE_MAX_BYTES + 4);
  const bytes = new Uint8Array(await new Response(part).arrayBuffer());
  expect(bytes.byteLength).toBe(CACHED_FILE_MAX_BYTES);
  expect(bytes[0]).toBe(5);
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip;q=1.0, br;q=0', 'gzip'],
  ['BR', 'br'],
  ['identity', undefined],
  ['', undefined],
  [null, undefined],
])('the content encoding chosen for Accept-Encoding "%s" is %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('a cache computes a value once, keeps recently used values, and forgets a failure', async () => {
  const cache = new MemoryCache<string>(10, (value) => value.length);
  let made = 0;
  const make = (value: string) => async (): Promise<string> => {
    made += 1;
    return Promise.resolve(value);
  };
  await Promise.all([cache.get('a', make('aaaa')), cache.get('a', make('aaaa'))]);
  expect(made).toBe(1);
  await cache.get('b', make('bbbb'));
  await cache.get('a', make('aaaa'));
  await cache.get('c', make('cccc'));
  expect(made).toBe(3);
  await cache.get('a', make('aaaa'));
  expect(made).toBe(3);
  await cache.get('b', make('bbbb'));
  expect(made).toBe(4);
  await expect(cache.get('bad', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cache.get('bad', make('d'))).toBe('d');
});

test('a new build replaces page templates without a restart', async () => {
  const folder = await folderWith({ 'client/src/page/index.html': 'first' });
  const frontend = createBuiltFrontend(folder);
  expect(await frontend.template('page', '/')).toBe('first');
  await writeFile(join(folder, 'client/src/page/index.html'), 'second');
  await utimes(join(folder, 'client/src/page/index.html'), 1, 1);
  expect(await frontend.template('page', '/')).toBe('second');
  expect(await frontend.template('demo', '/')).toBeUndefined();
});
