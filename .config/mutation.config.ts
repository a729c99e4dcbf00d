import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { instrument } from '../.ci/mutation/instrument.mjs';
import { readRun } from '../.ci/mutation/run-folder.mjs';

const root = new URL('..', import.meta.url).pathname;
const run = readRun(process.env['ORIEL_MUTATION_FOLDER'] ?? '');

/** Folders of the mutated files without `src/`; tests mirror these paths. */
const rooms = new Set(Object.keys(run.sources).map((path) => dirname(path).replace(/^src\//, '')));

/** Runs tests of the mutated folders first, and small files before large files: a mutant that they detect needs no slow test. */
class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const isNear = rooms.has(dirname(run.pathOf(moduleId)).replace('tests/unit/', ''));
      return statSync(moduleId).size + (isNear ? 0 : 1_000_000);
    };
    return files.toSorted((left, right) => rank(left) - rank(right));
  }
}

/** Test configuration of `npm run mutation`: unit tests, in a single thread that has all mutants. */
export default defineConfig({
  root,
  plugins: [
    {
      name: 'oriel:mutants',
      enforce: 'pre',
      transform(_code, id) {
        const path = run.pathOf(id);
        const source = run.sources[path];
        return source === undefined ? null : { code: instrument(source, run.mutantsOf(path)), map: null };
      },
    },
  ],
  test: {
    environment: 'node',
    runner: '.ci/mutation/mutation-runner.mjs',
    reporters: [{}],
    sequence: { sequencer: NearestFirst },
    isolate: false,
    pool: 'threads',
    maxWorkers: 1,
    fileParallelism: false,
    /** Timeout of the run without a mutant; with a mutant, the runner allows a test several times its usual duration. */
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
