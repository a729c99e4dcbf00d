import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.mjs';
import { runTool } from './run-steps.mjs';

/**
 * Runs all tests; arguments are passed to vitest (`npm test -- --project browser`). Ends with a line `N passed, N
 * failed`, which shows when nothing has run.
 */
const args = process.argv.slice(2);
const { values, positionals } = parseArgs({
  args,
  options: { project: { type: 'string', multiple: true } },
  strict: false,
});
// Traces are kept of files that are named, as in the command that reproduces a failure.
if (positionals.length > 0) process.env.ORIEL_TRACES ??= '1';
// Here and not in every worker, which would each install one. Unit tests alone do not need a browser.
if (values.project?.every((name) => name === 'unit') !== true) ensureChromium();
else process.env.ORIEL_RANDOM_SHARE ??= '0.1';

const folder = mkdtempSync(join(tmpdir(), 'oriel-test-'));
const report = join(folder, 'report.json');
const succeeded = runTool('vitest', [
  'run',
  '--config',
  '.config/vitest.config.ts',
  '--reporter=default',
  '--reporter=./.ci/failure-reporter.mjs',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...args,
]);

const { passed, failed: failedTests, notRun } = countTests(report);
/** An error outside of tests is in no report, and fails the run, too. */
const failed = succeeded ? failedTests : Math.max(failedTests, 1);
rmSync(folder, { recursive: true, force: true });
for (const name of notRun) console.log(`not run: ${name}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);

/** A suite that failed to load counts as one failure. */
function countTests(path) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(path, 'utf8'));
    const failedTests = testResults.flatMap(({ assertionResults }) => assertionResults).filter(isFailed).length;
    const brokenFiles = testResults.filter((file) => isFailed(file) && !file.assertionResults.some(isFailed)).length;
    return {
      passed: numPassedTests,
      failed: failedTests + brokenFiles,
      notRun: args.length === 0 ? skipped(testResults) : [],
    };
  } catch (error) {
    console.error(`no test report: ${error.message}`);
    return { passed: 0, failed: 1, notRun: [] };
  }
}

/** Names of skipped groups, and of single skipped tests; without arguments nothing else is skipped. */
function skipped(testResults) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const names = tests
    .filter(({ status }) => status === 'skipped' || status === 'pending')
    .map(({ ancestorTitles, title }) => ancestorTitles[0] || title);
  return [...new Set(names)];
}

function isFailed({ status }) {
  return status === 'failed';
}
