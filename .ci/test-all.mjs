import { runCore, runThorough } from './test/levels.mjs';
import { prepare } from './test/prepare.mjs';
import { isFailed, isPassed } from './test/run-vitest.mjs';
import { printSummary } from './test/summary.mjs';

/**
 * Runs every test: the tests of `npm test`, then tests with the tag `thorough` or `random`. A failing file of the latter runs once more
 * by itself: its second verdict counts, and tests that fail first and then pass are listed as flaky. `--without-core` leaves out the
 * tests of `npm test`.
 */
const withoutCore = process.argv.includes('--without-core');
prepare();
const core = withoutCore ? [] : await runCore();
const thorough = await runThorough({ isBuilt: !withoutCore });

const failedFiles = new Set(thorough.filter(isFailed).map(({ file }) => file));
const repeated = [];
for (const file of failedFiles) if (file !== '') repeated.push(...(await repeat(file)));
const flaky = thorough.filter(
  (test) => isFailed(test) && repeated.some((again) => isSame(test, again) && isPassed(again)),
);
const isRepeated = ({ file }) => file !== '' && failedFiles.has(file);
process.exit(printSummary([...core, ...thorough.filter((test) => !isRepeated(test)), ...repeated], flaky));

/** Runs a file by itself and prints both verdicts. */
async function repeat(file) {
  const again = await runThorough({ files: [file], isBuilt: true });
  for (const test of thorough.filter((one) => one.file === file && isFailed(one))) {
    const { state = 'not run' } = again.find((one) => isSame(one, test)) ?? {};
    console.log(`${file}: ${test.name}: failed beside other files, ${state} alone`);
  }
  return again;
}

function isSame(left, right) {
  return left.file === right.file && left.name === right.name;
}
