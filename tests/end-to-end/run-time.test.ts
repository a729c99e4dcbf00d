// @module-tag thorough
import { copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startServer } from './support/server.ts';
import { test } from './support/test.ts';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

/** A folder with the server's files and the packages that `npm ci --omit=dev` installs. */
async function copyRunTime(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oriel-run-time-'));
  for (const file of ['package.json', 'package-lock.json']) await copyFile(file, join(folder, file));
  await mkdir(join(folder, 'src/provider'), { recursive: true });
  await cp('dist', join(folder, 'dist'), { recursive: true });
  await cp('src/provider/catalog', join(folder, 'src/provider/catalog'), { recursive: true });
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8')) as LockFile;
  const shipped = Object.entries(packages).filter(
    ([path, { dev = false }]) => path.startsWith('node_modules/') && !dev,
  );
  // Packages for other systems are in the list and not installed.
  await Promise.all(shipped.map(([path]) => cp(path, join(folder, path), { recursive: true }).catch(() => undefined)));
  return folder;
}

test('a built server runs with only its run-time dependencies', async ({ onTestFinished }) => {
  const folder = await copyRunTime();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = await startServer({}, folder);
  onTestFinished(() => server.stop());
  expect((await fetch(`${server.hostOrigin}/embed/orieldemo01`)).status).toBe(200);
  const notices = await (await fetch(`${server.hostOrigin}/third-party-notices`)).text();
  for (const name of [
    'react',
    'react-dom',
    'scheduler',
    'comlink',
    'zod',
    'idb',
    'fflate',
    'isbot',
    'hono',
    'url-toolkit',
  ])
    expect(notices, name).toMatch(new RegExp(`^${name} \\d`, 'm'));
  expect(notices).toMatch(/^hls\.js [\d.]+ \(Apache-2\.0\)\n.*\nChanged: /m);
});
