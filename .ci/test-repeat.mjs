import { parseArgs } from 'node:util';
import { keepCoresBusy } from './test/busy-cores.mjs';
import { runNamed } from './test/levels.mjs';
import { prepare } from './test/prepare.mjs';
import { isFailed, isPassed } from './test/run-vitest.mjs';

/**
 * Runs test files repeatedly and prints how often each test passed:
 * `npm run test:repeat -- tests/end-to-end/media.test.ts --times=20 --busy`. `--busy` keeps every core busy during the tests.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    busy: { type: 'boolean', default: false },
    /** Only tests whose name matches. */
    name: { type: 'string', short: 't' },
  },
});
const times = Number(values.times);
if (positionals.length === 0 || !Number.isInteger(times) || times < 1) {
  console.error('Name the files, and a number of times: npm run test:repeat -- FILE… --times=20 --busy');
  process.exit(1);
}
prepare();
const words = [...positionals, ...(values.name === undefined ? [] : ['-t', values.name])];
const counts = new Map();
const leaveCores = values.busy ? keepCoresBusy() : () => {};
for (let run = 1; run <= times; run += 1) {
  const tests = await runNamed(words, { isBuilt: run > 1 });
  tests.forEach(count);
  console.log(
    `run ${run} of ${times}: ${tests.filter(isPassed).length} passed, ${tests.filter(isFailed).length} failed`,
  );
}
leaveCores();
printTable();

function count({ file, name, state, message }) {
  const row = counts.get(`${file}: ${name}`) ?? { passed: 0, failed: 0, messages: new Set() };
  row[state] += 1;
  if (message !== undefined) row.messages.add(message.split('\n')[0]);
  counts.set(`${file}: ${name}`, row);
}

/** Prints the counts; failed tests come last, with their errors. */
function printTable() {
  const rows = [...counts].sort(([, left], [, right]) => left.failed - right.failed);
  console.log('passed/failed  test');
  for (const [test, { passed, failed, messages }] of rows) {
    console.log(`${passed}/${failed}  ${test}`);
    for (const message of messages) console.log(`         ${message}`);
  }
  const unsure = rows.filter(([, { failed }]) => failed > 0).length;
  console.log(`${rows.length - unsure} passed, ${unsure} failed`);
  process.exit(unsure === 0 ? 0 : 1);
}
