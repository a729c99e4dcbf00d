import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { ensureChromium } from '../chromium.mjs';

/** Free space that the tests need temporarily, for databases, browser profiles and encoded videos. */
const FREE_BYTES_MIN = 1_000_000_000;

/** Finds or installs the programs that tests need, once for all workers; if that fails, prints a sentence and ends the process. */
export function prepare(words = []) {
  const { values, positionals } = parseArgs({
    args: words,
    options: { project: { type: 'string', multiple: true } },
    strict: false,
  });
  // Keeps traces if files are named, as in the command that reproduces a failure.
  if (positionals.length > 0) process.env.ORIEL_TRACES ??= '1';
  const needsBrowser = values.project?.every((name) => name === 'unit') !== true;
  if (!needsBrowser) process.env.ORIEL_RANDOM_SHARE ??= '0.1';
  try {
    requireSpace(tmpdir());
    if (needsBrowser) ensureChromium();
  } catch (error) {
    console.error(error.message);
    console.log('0 passed, 1 failed');
    process.exit(1);
  }
}

function requireSpace(folder) {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= FREE_BYTES_MIN) return;
  const freeMB = Math.floor((bavail * bsize) / 1_000_000);
  throw new Error(
    `The disk of ${folder} has ${freeMB} MB left and the tests need ${FREE_BYTES_MIN / 1_000_000}: make room there, or name another folder in TMPDIR.`,
  );
}
