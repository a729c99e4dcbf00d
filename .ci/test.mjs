import { runCore, runNamed } from './test/levels.mjs';
import { prepare } from './test/prepare.mjs';
import { printSummary } from './test/summary.mjs';

/**
 * Runs the tests for every change: all tests without the tag `thorough`. Arguments after `--` are passed to vitest, and then
 * only they decide which tests run (`npm test -- --project browser`). Ends with a line `N passed, N failed`, even if no test ran.
 */
const words = process.argv.slice(2);
prepare(words);
process.exit(printSummary(words.length === 0 ? await runCore() : await runNamed(words)));
