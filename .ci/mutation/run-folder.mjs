import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = new URL('../..', import.meta.url).pathname;

/** Reads the folder of a run: its mutants, and the journal that its worker writes. */
export function readRun(folder) {
  const { sources, mutants } = JSON.parse(readFileSync(join(folder, 'mutants.json'), 'utf8'));
  const journal = join(folder, 'journal.jsonl');
  const entries = existsSync(journal)
    ? readFileSync(journal, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line))
    : [];
  const judged = new Set(entries.filter(({ kind }) => kind === 'ended').map(({ id, path }) => `${id} ${path}`));
  return {
    mutants,
    entries,
    /** Sources at the start of the run, since the files may be edited during the run. */
    sources,
    mutantsOf: (path) => mutants.filter((mutant) => mutant.path === path),
    pathOf: (id) => (id.startsWith(ROOT) ? id.slice(ROOT.length) : id),
    isDone: (path) => entries.some((entry) => entry.kind === 'done' && entry.path === path),
    isJudged: (id, path) => judged.has(`${id} ${path}`),
    isOurs: (path) => path.startsWith(ROOT) && !path.includes('/node_modules/') && !path.includes('/.ci/'),
  };
}
