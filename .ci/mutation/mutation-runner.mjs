import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fastCheck from 'fast-check';
import { VitestTestRunner } from 'vitest/runners';
import { readRun } from './run-folder.mjs';

/** Loads the runner package of the same vitest installation whose runner class is extended. */
const { startTests } = await import(
  createRequire(createRequire(import.meta.url).resolve('vitest/package.json')).resolve('@vitest/runner')
);

/** Time limit of a test under a mutant: this time, or several times its usual duration if that is longer. */
const TEST_TIMEOUT_MIN_MS = 2_000;
const TEST_TIMEOUT_FACTOR = 5;
/** Limit of passes through mutants' places: a loop that a mutant has made endless exceeds it. */
const CALLS_MAX = 3_000_000;

/** A test with more passes is slow, and only runs for mutants that no quicker test reaches. */
const QUICK_TEST_CALLS_MAX = 20_000;

/** Checked before the mutants of a file: without a mutant, tests have to pass again in the same thread. */
const NO_MUTANT = 0;

const run = readRun(process.env.ORIEL_MUTATION_FOLDER);
const dead = new Set(run.entries.filter(isDeath).map(({ id }) => id));
const reachedQuickly = new Set();
const state = { active: NO_MUTANT, calls: 0, covered: null, strayErrors: 0 };

globalThis.oriel_isMutant = (id) => {
  state.calls += 1;
  if (state.active !== NO_MUTANT && state.calls > CALLS_MAX) throw new Error('This mutant does not end.');
  state.covered?.add(id);
  return id === state.active;
};
process.on('unhandledRejection', countStrayError);
process.on('uncaughtException', countStrayError);
// A fixed seed makes verdicts reproducible; shrinking a failing input would only take time.
fastCheck.configureGlobal({ seed: 1, endOnFailure: true });

/** Runs a test file once to record which mutants each test covers, then again for each covered mutant. */
// oxlint-disable-next-line import/no-default-export -- the test runner asks for it.
export default class MutationRunner extends VitestTestRunner {
  #whileLoading = new Set();
  #coverage = new Map();
  #costly = new Set();
  #durationsMs = new Map();

  onBeforeCollect() {
    this.#whileLoading = new Set();
    this.#coverage = new Map();
    this.#costly = new Set();
    this.#durationsMs = new Map();
    reload(this.workerState);
    Object.assign(state, { active: NO_MUTANT, calls: 0, covered: this.#whileLoading });
  }

  async onBeforeRunTask(test) {
    await super.onBeforeRunTask(test);
    state.calls = 0;
    state.covered = new Set();
    this.#coverage.set(test.id, state.covered);
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test);
    state.covered = this.#whileLoading;
    if (state.calls > QUICK_TEST_CALLS_MAX) this.#costly.add(test.id);
    else for (const id of this.#coverage.get(test.id) ?? []) reachedQuickly.add(id);
    this.#durationsMs.set(test.id, test.result?.duration ?? 0);
    const error = test.result?.state === 'fail' ? test.result.errors?.[0]?.message : undefined;
    log({ kind: error === undefined ? 'passed' : 'broken', test: test.name, error });
  }

  async onAfterRunSuite(suite) {
    await super.onAfterRunSuite(suite);
    if (!('filepath' in suite)) return;
    state.covered = null;
    await this.#breakRules(suite.filepath);
  }

  async #breakRules(path) {
    const covered = new Set([...this.#whileLoading, ...[...this.#coverage.values()].flatMap((ids) => [...ids])]);
    log({ kind: 'covered', path, ids: [...covered] });
    const control = await this.#judge(path, NO_MUTANT);
    if (control.result !== 'survived') log({ kind: 'broken', test: control.by, error: control.error });
    for (const id of covered) {
      if (dead.has(id) || run.isJudged(id, path)) continue;
      log({ kind: 'started', path, id });
      const verdict = { kind: 'ended', path, id, ...(await this.#judge(path, id)) };
      if (isDeath(verdict)) dead.add(id);
      log(verdict);
    }
    log({ kind: 'done', path });
  }

  /** Tests to run for a mutant: all tests of the file if the mutant acts while modules load, else the tests that reach it. */
  #testsThatReach(id) {
    const isStatic = id === NO_MUTANT || this.#whileLoading.has(id);
    const reaching = [...this.#coverage].filter(([, ids]) => isStatic || ids.has(id)).map(([testId]) => testId);
    const quick = reaching.filter((testId) => !this.#costly.has(testId));
    return quick.length > 0 || reachedQuickly.has(id) ? quick : reaching;
  }

  async #judge(path, id) {
    const wanted = this.#testsThatReach(id);
    const inner = new MutantRunner(this, ({ id: testId }) => wanted.includes(testId));
    reload(this.workerState);
    Object.assign(state, { active: id, calls: 0, strayErrors: 0 });
    const startedMs = performance.now();
    const longestMs = Math.max(0, ...wanted.map((testId) => this.#durationsMs.get(testId) ?? 0));
    const testTimeout = Math.max(TEST_TIMEOUT_MIN_MS, TEST_TIMEOUT_FACTOR * longestMs);
    const files = await startTests([path], inner.asRunner({ ...this.config, testTimeout }));
    await new Promise((resolve) => setImmediate(resolve));
    Object.assign(state, { active: NO_MUTANT });
    const error =
      files[0]?.result?.errors?.[0]?.message ?? inner.error ?? (state.strayErrors > 0 ? 'unhandled error' : undefined);
    const tookMs = Math.round(performance.now() - startedMs);
    if (error === undefined) return { result: 'survived', tookMs };
    const isEndless = /Test timed out|does not end/.test(error) || state.calls > CALLS_MAX;
    return { result: isEndless ? 'timeout' : 'killed', by: inner.failedTest, error: error.slice(0, 200), tookMs };
  }
}

/** Runs some tests of a file until the first failure, and records only that failure. */
class MutantRunner {
  failedTest;
  error;
  #outer;
  #isWanted;

  constructor(outer, isWanted) {
    this.#outer = outer;
    this.#isWanted = isWanted;
  }

  asRunner(config) {
    const skip = (task) => {
      if (task.type === 'suite') task.tasks.forEach(skip);
      else if (!this.#isWanted(task)) task.mode = 'skip';
    };
    return Object.assign(Object.create(this.#outer), {
      config,
      onBeforeCollect: () => {},
      onCollectStart: (file) => VitestTestRunner.prototype.onCollectStart.call(this.#outer, file),
      onCollected: () => {},
      onBeforeRunFiles: (files) => files.forEach((file) => file.tasks.forEach(skip)),
      onBeforeRunTask: (test) => {
        if (this.failedTest !== undefined) test.mode = 'skip';
        return VitestTestRunner.prototype.onBeforeRunTask.call(this.#outer, test);
      },
      onAfterRunTask: (test) => {
        if (test.result?.state !== 'fail') return;
        this.failedTest ??= test.name;
        this.error ??= test.result.errors?.[0]?.message ?? 'failed';
      },
      onAfterRunSuite: (suite) => VitestTestRunner.prototype.onAfterRunSuite.call(this.#outer, suite),
      onAfterRunFiles: () => {},
      onTaskUpdate: () => Promise.resolve(),
    });
  }
}

/**
 * Makes the product's modules evaluate again, because tables and constants are made while modules load, and a failed test may leave
 * state behind.
 */
function reload({ evaluatedModules }) {
  evaluatedModules.idToModuleMap.forEach((node, path) => {
    if (!run.isOurs(path)) return;
    node.promise = undefined;
    node.exports = undefined;
    node.evaluated = false;
    node.importers.clear();
  });
}

function isDeath({ kind, result }) {
  return kind === 'ended' && result !== 'survived';
}

function countStrayError() {
  state.strayErrors += 1;
}

function log(entry) {
  appendFileSync(join(process.env.ORIEL_MUTATION_FOLDER, 'journal.jsonl'), `${JSON.stringify(entry)}\n`);
}
