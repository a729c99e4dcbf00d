import { relative } from 'node:path';

/** Finds the seed of a failed fast-check property in its error message. */
const SEED_IN_MESSAGE = /\bseed:? (-?\d+)/;

/** Prints at the end of a run how to reproduce each failure: test, command, seed, the players' log and trace. */
// oxlint-disable-next-line import/no-default-export -- the runner asks for it.
export default class FailureReporter {
  #failures = [];

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result();
    if (state !== 'failed') return;
    const { seed = seedOf(errors), traces = [], players = [] } = test.meta();
    this.#failures.push(
      [
        test.fullName,
        `  run it alone: ${commandOf(test)}`,
        ...(seed === undefined ? [] : [`  seed: ${seed}`]),
        ...players.map((player) => `  player: ${player}`),
        ...traces.map((path) => `  trace: npx playwright show-trace ${quote(path)}`),
      ].join('\n'),
    );
  }

  onTestRunEnd() {
    if (this.#failures.length > 0) console.log(`\nTo reproduce:\n\n${this.#failures.join('\n\n')}\n`);
  }
}

function seedOf(errors) {
  return errors.map(({ message }) => SEED_IN_MESSAGE.exec(message)?.[1]).find((seed) => seed !== undefined);
}

function commandOf({ fullName, module, project }) {
  // Vitest matches names with suites and test separated by one space.
  const pattern = `^${fullName.replaceAll(' > ', ' ').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')}$`;
  const path = relative(process.cwd(), module.moduleId);
  return `npm test -- --project ${project.name} ${path} -t ${quote(pattern)}`;
}

/** Quotes for a POSIX shell. */
function quote(word) {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
