import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';
import { listFiles } from './mutation/list-files.mjs';

const IMPORT = /^(?:import|export)\b[^;]*?from '(\.[^']+)'/gm;

/** Checks that no two sibling folders import each other, so that one can be read without the other. Type imports count. */
export function checkFolderPairs() {
  const examples = new Map();
  const files = ['src', 'workers', 'protocol'].flatMap((room) => [
    ...listFiles(room, '.ts'),
    ...listFiles(room, '.tsx'),
  ]);
  for (const file of files.map((path) => path.replaceAll('\\', '/')))
    for (const [, imported] of readFileSync(file, 'utf8').matchAll(IMPORT)) {
      const pair = siblingFolders(file, join(dirname(file), imported));
      if (pair !== null) examples.set(pair.join(' → '), { pair, file });
    }
  const pairs = [...examples.values()].filter(({ pair: [from, to] }) => from < to && examples.has(`${to} → ${from}`));
  for (const {
    pair: [from, to],
    file,
  } of pairs)
    console.error(
      `${from} and ${to} import each other, for example in ${file} and ${examples.get(`${to} → ${from}`).file}: ` +
        'move what both need below them, or what lists them above.',
    );
  return pairs.length === 0;
}

/** The sibling folders at which two paths diverge; `null` if one of the paths is a file there. */
function siblingFolders(from, to) {
  const [one, other] = [from.split('/'), to.split('/')];
  const depth = one.findIndex((name, index) => name !== other[index]);
  if (depth < 0 || depth >= one.length - 1 || depth >= other.length - 1) return null;
  return [one, other].map((names) => names.slice(0, depth + 1).join('/'));
}
