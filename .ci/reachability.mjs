import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { findUnreached } from './reachability/find-unreached.mjs';

/** Fails with a list of members that only tests call, or nothing. */
const root = resolve(import.meta.dirname, '..');
const read = (name) => JSON.parse(readFileSync(resolve(root, '.config', name), 'utf8'));

/** Knip and this start at the same modules. */
const entries = read('knip.json')
  .entry.filter((path) => path.endsWith('.ts!'))
  .map((path) => path.slice(0, -1));
const unreached = findUnreached({
  root,
  project: '.config/tsconfig.reachability.json',
  isProduct: (path) => !/^(tests|\.config)\//.test(path),
  entries,
  calledFromOutside: read('reachability.json').calledFromOutside,
});

for (const { place, name, calledAt } of unreached) {
  const who = calledAt.length === 0 ? 'nobody calls it' : `only tests call it (${calledAt[0]})`;
  console.error(`${place}  ${name}: ${who}. Call it from the product, or remove it.`);
}
if (unreached.length > 0) {
  console.error(`${unreached.length} not reached. What strangers call is declared in .config/reachability.json.`);
  process.exitCode = 1;
}
