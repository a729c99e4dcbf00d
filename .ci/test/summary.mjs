import { isFailed, isPassed } from './run-vitest.mjs';

/**
 * Prints the tests that did not run, because a program or a browser feature is missing, and finally `N passed, N failed`. Returns
 * the exit code.
 */
export function printSummary(tests, flaky = []) {
  const skipped = tests.filter((test) => !isPassed(test) && !isFailed(test));
  for (const name of new Set(skipped.map(({ group }) => group))) console.log(`not run: ${name}`);
  for (const { file, name } of flaky) console.log(`flaky: ${file}: ${name}`);
  if (flaky.length > 0) console.log(`${flaky.length} flaky`);
  const passed = tests.filter(isPassed).length;
  const failed = tests.filter(isFailed).length;
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
