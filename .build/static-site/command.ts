import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidOptions, readStaticOptions, USAGE } from './options.ts';
import { writeStaticSite } from './static-site.ts';

export interface BuildStaticOptions {
  /** The checkout. */
  readonly root: string;
  /** Builds the product if nothing is built yet; returns whether a build exists. */
  readonly build: () => boolean;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

/** `npm run build:static`. Returns whether it has written the folder. */
export async function buildStatic(args: readonly string[], options: BuildStaticOptions): Promise<boolean> {
  const { root, build, say, complain } = options;
  const dist = join(root, 'dist');
  try {
    const site = readStaticOptions(args, join(dist, 'static'));
    if (!existsSync(join(dist, 'client')) && !build()) return false;
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    await writeStaticSite(dist, version, site);
    say(`The players are in ${site.out}; its README.md says how to serve them.`);
    return true;
  } catch (error) {
    if (!(error instanceof InvalidOptions)) throw error;
    complain(`${error.message}\n\n${USAGE}`);
    return false;
  }
}
