import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import fastCheck from 'fast-check';
import { VitestTestRunner } from 'vitest/runners';
import { readRun } from './run-folder.mjs';

/** The runner of the same installation as the one that is extended. */
const { startTests } = await import(
  createRequire(createRequire(import.meta.url).resolve('vitest/package.json')).resolve('@vitest/runner')
);

/** A test that waits for ever is given up after this, or after several times what it usually takes. */
const TEST_TIMEOUT_MIN_MS = 2_000;
const TEST_TIMEOUT_FACTOR = 5;
/** A loop that a mutant made endless goes through other mutants' places, too. */
const CALLS_MAX = 3_000_000;

/** Tests that go through so many places judge only mutants that no quicker test reaches. */
const QUICK_TEST_CALLS_MAX = 20_000;

/** Judged before the mutants of a file: tests that run again in the same thread have to pass again. */
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
// A mutant survives or not, whichever values chance would have chosen; which input is the smallest is of no interest.
fastCheck.configureGlobal({ seed: 1, endOnFailure: true });

/** Runs a file of tests once to see what each test covers, and then again for each of the mutants covered. */
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

  /** All of the file if it is in force while modules load, else those that go through it. */
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

/** Runs some tests of a file until the first fails, and tells only that. */
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
 * Our modules are evaluated again: tables and constants are made while they load, and a failed test leaves things
 * behind.
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
