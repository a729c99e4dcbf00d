import { runCore, runNamed } from './test/levels.mjs';
import { prepare } from './test/prepare.mjs';
import { printSummary } from './test/summary.mjs';

/**
 * Tests of every change: all but those with the tag `thorough`. Words behind `--` go to vitest and then decide alone which
 * tests run (`npm test -- --project browser`). Ends with a line `N passed, N failed`, also when nothing has run.
 */
const words = process.argv.slice(2);
prepare(words);
process.exit(printSummary(words.length === 0 ? await runCore() : await runNamed(words)));
