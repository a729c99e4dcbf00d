import { readFile } from 'node:fs/promises';
import { minVersion, satisfies } from 'semver';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const Lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      engines: z.optional(z.union([z.record(z.string(), z.string()), z.array(z.string())])),
      hasInstallScript: z.optional(z.boolean()),
      optional: z.optional(z.boolean()),
    }),
  ),
});
const Manifest = z.object({
  engines: z.object({ node: z.string() }),
  allowScripts: z._default(z.record(z.string(), z.boolean()), {}),
});

const read = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));

test('every package of the lockfile runs on the oldest Node.js that package.json allows, so that npm ci prints no warning', async () => {
  const { engines } = Manifest.parse(await read('package.json'));
  const oldest = minVersion(engines.node);
  const { packages } = Lockfile.parse(await read('package-lock.json'));
  const unsupported = Object.entries(packages).flatMap(([path, { engines: wanted = {} }]) => {
    const range = Array.isArray(wanted) ? undefined : wanted['node'];
    return range === undefined || satisfies(oldest ?? '', range) ? [] : [`${path} needs Node.js ${range}`];
  });
  expect(oldest?.version).toBe('20.19.0');
  expect(unsupported).toEqual([]);
});

test('package.json allows or denies the install script of every package, so that npm ci requires no review', async () => {
  const { allowScripts } = Manifest.parse(await read('package.json'));
  const { packages } = Lockfile.parse(await read('package-lock.json'));
  const withScripts = Object.entries(packages)
    .filter(([, { hasInstallScript, optional }]) => hasInstallScript === true && optional !== true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(withScripts.filter((name) => allowScripts[name] === undefined)).toEqual([]);
});
