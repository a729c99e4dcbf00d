import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readPositions } from './source-positions.mjs';

/**
 * `npm run stack -- FILE`: maps a reported stack, or a list of error reports, to the sources. Without a file it reads
 * the standard input. Uses the source maps of the current build and of earlier builds that are still kept.
 */
const dist = join(resolve(import.meta.dirname, '..'), 'dist');
const FOLDERS = ['client/assets', 'host', 'earlier-assets'].map((folder) => join(dist, folder));

try {
  const { text, unknown } = await readPositions(readFileSync(process.argv[2] ?? 0, 'utf8'), FOLDERS);
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
  for (const name of unknown)
    console.error(`No map of ${name}: it is of another build. Build the version that reported it, and run this there.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
