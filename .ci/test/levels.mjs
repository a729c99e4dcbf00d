import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFailed, runVitest } from './run-vitest.mjs';

/** Share of the random runs that a run of every change takes. */
const CORE_RANDOM_SHARE = '0.1';
/** A run that follows another one of the same command: the product has been built by that. */
const BUILT = { ORIEL_TEST_BUILD: 'present' };

const isThorough = ({ tags }) => tags.includes('thorough');
const isThoroughOrRandom = ({ tags }) => tags.includes('thorough') || tags.includes('random');

/** The tests of every change. */
export async function runCore() {
  const environment = { ORIEL_RANDOM_SHARE: process.env.ORIEL_RANDOM_SHARE ?? CORE_RANDOM_SHARE };
  const tests = await runVitest(['--tags-filter=!thorough'], environment);
  return tests.filter((test) => !isThorough(test));
}

/** All others and the random ones in full length, or those of one file. */
export async function runThorough({ files = thoroughFiles(), isBuilt = false } = {}) {
  const tests = await runVitest(['--tags-filter=thorough || random', ...files], isBuilt ? BUILT : {});
  return tests.filter((test) => isThoroughOrRandom(test) || isFailed(test));
}

/** The tests that words for vitest choose. */
export async function runNamed(words, { isBuilt = false } = {}) {
  const tests = await runVitest(words, isBuilt ? BUILT : {});
  return tests.filter(({ state }) => state === 'passed' || state === 'failed');
}

/** Files with one of the tags; vitest would load all files to find them. */
function thoroughFiles() {
  return readdirSync('tests', { recursive: true })
    .map((path) => join('tests', path))
    .filter((path) => path.endsWith('.test.ts') || path.endsWith('.test.tsx'))
    .filter((path) => /@module-tag (?:thorough|random)|'thorough'/.test(readFileSync(path, 'utf8')));
}
