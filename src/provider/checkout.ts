import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The folder of the checkout, found by walking up from one of its modules. The same code runs from `src/provider` and
 * from `dist/provider`, which lie at different depths.
 */
export function findCheckout(moduleUrl: string): string {
  let folder = dirname(fileURLToPath(moduleUrl));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('This file has been moved out of its checkout: no package.json above it.');
    folder = parent;
  }
  return folder;
}
