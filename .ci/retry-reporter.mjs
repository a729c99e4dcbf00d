/** Says at the end why tests that passed had failed before: a fault that a retry hides is otherwise never seen. */
// oxlint-disable-next-line import/no-default-export -- the runner asks for it.
export default class RetryReporter {
  #failures = [];

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state !== 'passed') return;
    for (const { message, stacks = [] } of errors) {
      const { file, line } = stacks.find((frame) => frame.file.includes('/tests/')) ?? {};
      this.#failures.push(`${test.fullName}\n    ${message}\n    ${file}:${line}`);
    }
  }

  onTestRunEnd() {
    if (this.#failures.length > 0) console.log(`\nPassed after a retry:\n  ${this.#failures.join('\n  ')}\n`);
  }
}
