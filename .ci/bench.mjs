import { readdirSync } from 'node:fs';
import { ensureChromium } from './chromium.mjs';
import { runStep } from './run-steps.mjs';

/** Runs all benchmarks of `tests/bench`, or the given ones, as in `npm run bench -- startup`. Builds first. */
const FOLDER = 'tests/bench';
const SUFFIX = '.bench.mjs';
/** Benchmarks that take many minutes, and only run when they are named. */
const LONG = new Set(['codecs', 'crash', 'data', 'energy', 'events', 'memory', 'soak', 'stream-scale']);

const available = readdirSync(FOLDER)
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length));
const [wanted = [], rest = []] = split(process.argv.slice(2));
const unknown = wanted.filter((name) => !available.includes(name));
if (unknown.length > 0) {
  console.error(`No such measurement: ${unknown.join(', ')}. There are: ${available.join(', ')}.`);
  process.exit(2);
}

process.env.ORIEL_CHROMIUM = ensureChromium();
if (!runStep('npm', ['run', '--silent', 'build'])) process.exit(1);
const failed = (wanted.length > 0 ? wanted : available.filter((name) => !LONG.has(name))).filter((name) => {
  console.log(`— ${name}`);
  return !runStep(process.execPath, [`${FOLDER}/${name}${SUFFIX}`, ...rest]);
});
process.exit(failed.length === 0 ? 0 : 1);

/** Splits the arguments into names and the options that follow them. */
function split(words) {
  const firstOption = words.findIndex((word) => word.startsWith('-'));
  return firstOption < 0 ? [words, []] : [words.slice(0, firstOption), words.slice(firstOption)];
}
