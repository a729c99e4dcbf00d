import { isFailed, runVitest } from './run-vitest.mjs';
import { testFilesWith, THOROUGH_OR_RANDOM } from './tagged-files.mjs';

/** Share of the random runs that a run of every change takes. */
const RANDOM_SHARE = process.env.ORIEL_RANDOM_SHARE ?? '0.1';
/** A run that follows another one of the same command: the product has been built by that. No name of a setting of ours. */
const BUILT = { TEST_BUILD: 'present' };

const isThorough = ({ tags }) => tags.includes('thorough');
const isThoroughOrRandom = ({ tags }) => tags.includes('thorough') || tags.includes('random');

/** The tests of every change. */
export async function runCore() {
  const environment = { ORIEL_RANDOM_SHARE: RANDOM_SHARE, ORIEL_TEST_CORE: '1' };
  const tests = await runVitest(['--tags-filter=!thorough'], environment);
  return tests.filter((test) => !isThorough(test));
}

/** All others and the random ones in full length, or those of one file. */
export async function runThorough({ files = testFilesWith(THOROUGH_OR_RANDOM), isBuilt = false } = {}) {
  const tests = await runVitest(['--tags-filter=thorough || random', ...files], isBuilt ? BUILT : {});
  return tests.filter((test) => isThoroughOrRandom(test) || isFailed(test));
}

/** The tests that words for vitest choose. */
export async function runNamed(words, { isBuilt = false } = {}) {
  const tests = await runVitest(words, isBuilt ? BUILT : {});
  return tests.filter(({ state }) => state === 'passed' || state === 'failed');
}
