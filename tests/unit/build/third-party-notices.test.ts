import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ThirdPartyNotices, type Changes } from '../../../.build/third-party-notices.ts';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'oriel-notices-'));
  await write('package.json', '{ "name": "ours", "version": "1.0.0" }');
  await write('entry.ts', `import { used } from 'used'; import { loaded } from 'loaded'; console.log(used, loaded);`);
  await addPackage(
    'used',
    { license: 'MIT' },
    { LICENSE: 'Copyright Used', 'index.js': 'export const used = Date.now();' },
  );
  await addPackage('loaded', { license: 'ISC', dependencies: { deeper: '1' } }, { 'licence.md': 'Copyright Loaded' });
  await addPackage('deeper', { license: 'MIT' }, { COPYING: 'Copyright Deeper' });
  await addPackage('unused', { license: 'MIT' }, {});
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), text);
}

async function addPackage(name: string, manifest: object, files: Readonly<Record<string, string>>): Promise<void> {
  const whole = { name, version: '1.2.3', type: 'module', main: 'index.js', ...manifest };
  await write(`node_modules/${name}/package.json`, JSON.stringify(whole));
  for (const [file, text] of Object.entries(files)) await write(`node_modules/${name}/${file}`, text);
}

/** The notices of a build that loads `loaded` at run time. */
async function noticesOf(changes: Changes = {}): Promise<string> {
  const notices = new ThirdPartyNotices(root, changes);
  await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [notices.collect()],
    build: { write: false, rolldownOptions: { input: join(root, 'entry.ts'), external: ['loaded', 'node:fs'] } },
  });
  return notices.text();
}

test('the notices list only packages in the build and packages loaded at run time, with their dependencies', async () => {
  const text = await noticesOf();
  for (const [name, licence] of [
    ['used', 'MIT'],
    ['loaded', 'ISC'],
    ['deeper', 'MIT'],
  ])
    expect(text).toContain(`${name} 1.2.3 (${licence})`);
  for (const copyright of ['Copyright Used', 'Copyright Loaded', 'Copyright Deeper']) expect(text).toContain(copyright);
  expect(text).not.toContain('unused');
});

test('a package without a licence text fails the build', async () => {
  await rm(join(root, 'node_modules/used/LICENSE'));
  await write('.build/licences/MIT.txt', 'Permission is hereby granted');
  await expect(noticesOf()).rejects.toThrow('used 1.2.3 is shipped');
});

test('an unchanged package with only a licence name gets the standard text, or fails the build', async () => {
  await rm(join(root, 'node_modules/deeper/COPYING'));
  await expect(noticesOf()).rejects.toThrow('deeper 1.2.3 is shipped');
  await write('.build/licences/MIT.txt', 'Permission is hereby granted');
  expect(await noticesOf()).toContain('Copyright (c) the authors of deeper\n\nPermission is hereby granted');
});

test('a NOTICE file is included, and changes to the code are stated', async () => {
  await write('node_modules/used/NOTICE', 'Made by many');
  const text = await noticesOf({ used: 'without its tests.' });
  expect(text).toContain('Copyright Used\n\nMade by many');
  expect(text).toContain('used 1.2.3 (MIT)\nChanged: without its tests.');
});
