import { relative } from 'node:path';

/** Usual seconds of a test file on two idle cores, if the last run of this checkout has not recorded any. */
const TYPICAL_SECONDS = { unit: 0.5, 'browser (chromium)': 3, 'end-to-end': 11 };
/** Share of the run's usual time that is added at normal pace, because the pace of the first files says little about the others. */
const STEADYING_PART = 0.25;
const INTERVAL_MS = 15_000;

/** Prints progress and estimated remaining time every 15 s; on a terminal in a single line. */
// oxlint-disable-next-line import/no-default-export -- the runner asks for it.
export default class ProgressReporter {
  #vitest;
  #files = [];
  #startedAtMs = 0;
  #passed = 0;
  #failed = 0;
  #timer;

  onInit(vitest) {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications) {
    this.#files = specifications.map(({ project, moduleId }) => ({
      project: project.name,
      moduleId,
      seconds: this.#secondsOf(project, moduleId),
      isDone: false,
    }));
    this.#startedAtMs = performance.now();
    this.#timer = setInterval(() => this.#print(), INTERVAL_MS);
    this.#timer.unref();
  }

  onTestCaseResult(test) {
    const { state } = test.result();
    if (state === 'passed') this.#passed += 1;
    if (state === 'failed') this.#failed += 1;
  }

  onTestModuleEnd({ project, moduleId }) {
    const file = this.#files.find((one) => one.moduleId === moduleId && one.project === project.name);
    if (file !== undefined) file.isDone = true;
  }

  onTestRunEnd() {
    clearInterval(this.#timer);
  }

  #secondsOf({ name, config }, moduleId) {
    const last = this.#vitest.cache.getFileTestResults(`${name}:${relative(config.root, moduleId)}`);
    const seconds = last === undefined ? TYPICAL_SECONDS[name] : last.duration / 1_000;
    return seconds / (config.maxWorkers || 1);
  }

  #print() {
    const done = this.#files.filter(({ isDone }) => isDone);
    const counts = `${done.length} of ${this.#files.length} files, ${this.#passed} tests passed, ${this.#failed} failed`;
    console.log(`${counts}; ${this.#timeLeft(done)}`);
  }

  /** The usual time of the remaining files, at the pace of the files so far. */
  #timeLeft(done) {
    const usualSeconds = sum(this.#files);
    const doneSeconds = sum(done);
    const elapsedSeconds = (performance.now() - this.#startedAtMs) / 1_000;
    const steadyingSeconds = STEADYING_PART * usualSeconds;
    const pace = (elapsedSeconds + steadyingSeconds) / (doneSeconds + steadyingSeconds);
    const leftSeconds = (usualSeconds - doneSeconds) * pace;
    return leftSeconds < 60 ? 'less than a minute left' : `about ${Math.round(leftSeconds / 60)} min left`;
  }
}

function sum(files) {
  return files.reduce((total, { seconds }) => total + seconds, 0);
}
