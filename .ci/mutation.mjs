import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync, appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createMutants } from './mutation/create-mutants.mjs';
import { listFiles } from './mutation/list-files.mjs';
import { readRun } from './mutation/run-folder.mjs';
import { printReport } from './mutation/report.mjs';

/**
 * Mutation testing: changes the code in one place at a time and runs the unit tests that cover the place. A mutant that survives shows
 * a rule that no test proves, or code without an effect.
 */
const { values } = parseArgs({
  options: {
    path: {
      type: 'string',
      multiple: true,
      default: ['workers/infrastructure', 'protocol', 'src/page/infrastructure'],
    },
    tests: {
      type: 'string',
      multiple: true,
      default: ['tests/unit/workers', 'tests/unit/protocol', 'tests/unit/page'],
    },
    limit: { type: 'string', default: '15' },
    folder: { type: 'string', default: 'node_modules/.cache/mutation' },
  },
});
/** After this time without an entry in the journal, the current mutant counts as endless: the blocked thread cannot report it. */
const SILENCE_MAX_MS = 120_000;
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const folder = values.folder;
const journal = join(folder, 'journal.jsonl');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const sources = Object.fromEntries(
  values.path.flatMap((path) => listFiles(path, '.ts')).map((path) => [path, readFileSync(path, 'utf8')]),
);
const mutants = Object.entries(sources)
  .flatMap(([path, code]) => createMutants(path, code).map((mutant) => ({ path, ...mutant })))
  .map((mutant, index) => ({ id: index + 1, ...mutant }));
writeFileSync(join(folder, 'mutants.json'), JSON.stringify({ sources, mutants }));
writeFileSync(journal, '');
console.log(`${mutants.length} mutants`);

const tests = values.tests.flatMap((path) => listFiles(path, '.test.ts')).map((path) => join(process.cwd(), path));
for (;;) {
  const run = readRun(folder);
  const left = tests.filter((path) => !run.isDone(path));
  if (left.length === 0) break;
  await runTests(left);
  const after = readRun(folder);
  if (after.entries.length === run.entries.length) throw new Error('The tests could not be run.');
}
process.exit(printReport(readRun(folder), Number(values.limit)) ? 0 : 1);

/** Runs tests until they end, or until the journal stops growing: then the mutant at work counts as endless. */
function runTests(paths) {
  const child = spawn('npx', ['--no-install', 'vitest', 'run', '--config', '.config/mutation.config.ts', ...paths], {
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ORIEL_RANDOM_SHARE: '0.02', ...process.env, ORIEL_MUTATION_FOLDER: folder },
  });
  // Kills the process group, because npx has started another process.
  const stop = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL');
  process.once('exit', stop);
  const watch = setInterval(() => {
    if (Date.now() - statSync(journal).mtimeMs < SILENCE_MAX_MS) return;
    stop();
    const last = readRun(folder).entries.at(-1);
    if (last?.kind === 'started')
      appendFileSync(journal, `${JSON.stringify({ ...last, kind: 'ended', result: 'timeout' })}\n`);
  }, 1_000);
  return new Promise((resolve) => {
    child.on('exit', () => {
      clearInterval(watch);
      process.off('exit', stop);
      resolve();
    });
  });
}
