import { isFailed, runVitest } from './run-vitest.mjs';
import { testFilesWith, THOROUGH_OR_RANDOM } from './tagged-files.mjs';

/** Share of the random runs that the tests for every change perform. */
const RANDOM_SHARE = process.env.ORIEL_RANDOM_SHARE ?? '0.1';
/** Environment of a later run of the same command, which reuses the build. The name must not look like a setting of the product. */
const BUILT = { TEST_BUILD: 'present' };

const isThorough = ({ tags }) => tags.includes('thorough');
const isThoroughOrRandom = ({ tags }) => tags.includes('thorough') || tags.includes('random');

/** Runs the tests for every change. */
export async function runCore() {
  const environment = { ORIEL_RANDOM_SHARE: RANDOM_SHARE, ORIEL_TEST_CORE: '1' };
  const tests = await runVitest(['--tags-filter=!thorough'], environment);
  return tests.filter((test) => !isThorough(test));
}

/** Runs the thorough tests, and the random tests in full length; or only those of some files. */
export async function runThorough({ files = testFilesWith(THOROUGH_OR_RANDOM), isBuilt = false } = {}) {
  const tests = await runVitest(['--tags-filter=thorough || random', ...files], isBuilt ? BUILT : {});
  return tests.filter((test) => isThoroughOrRandom(test) || isFailed(test));
}

/** Runs the tests that arguments for vitest select. */
export async function runNamed(words, { isBuilt = false } = {}) {
  const tests = await runVitest(words, isBuilt ? BUILT : {});
  return tests.filter(({ state }) => state === 'passed' || state === 'failed');
}
