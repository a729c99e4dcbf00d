import { relative } from 'node:path';

/** Seconds of a file on two idle cores, where the last run of this checkout has none. */
const TYPICAL_SECONDS = { unit: 0.5, 'browser (chromium)': 3, 'end-to-end': 11 };
/** Part of a run by whose usual time its pace is steadied: the first files say little of the others. */
const STEADYING_PART = 0.25;
const INTERVAL_MS = 15_000;

/** Prints what is done and about how much time is left: each quarter of a minute, on a terminal in one line. */
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

  /** The usual time of what is left, at the pace of the files so far. */
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
