import { existsSync } from 'node:fs';
import { copyFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Opens another build for a comparison; its server starts in the folder `checkout`. `folder` is a built checkout, or only a
 * copy of a `dist`, which then gets the catalog and the packages of this checkout, so that only the build differs.
 */
export async function openBuild(folder, ownCheckout = '.') {
  const given = resolve(folder);
  if (existsSync(join(given, 'dist/provider/server.js')))
    return { checkout: given, environment: {}, remove: () => Promise.resolve() };
  if (!existsSync(join(given, 'provider/server.js')))
    throw new Error(`No build in ${folder}: neither provider/server.js nor dist/provider/server.js is there.`);
  const checkout = await mkdtemp(join(tmpdir(), 'oriel-build-'));
  await cp(given, join(checkout, 'dist'), { recursive: true });
  await copyFile(join(ownCheckout, 'package.json'), join(checkout, 'package.json'));
  await symlink(resolve(ownCheckout, 'node_modules'), join(checkout, 'node_modules'), 'dir');
  return {
    checkout,
    environment: { ORIEL_CATALOG_DIR: resolve(ownCheckout, 'src/provider/catalog') },
    remove: () => rm(checkout, { recursive: true, force: true }),
  };
}
