import { expect, test } from 'vitest';
import { repositoryFiles, textOf } from '../support/repository.ts';

/** Calls that wait for so long by the clock of the machine; a turn of the event loop is no time. */
const WAIT = /\bwaitForTimeout\(|from 'node:timers\/promises'|^\s*await new Promise[^;]*=> ?setTimeout\((?!\w+, 0\))/;
/** Tests of end-to-end files, and those that several browsers share. */
const TESTS = /^tests\/end-to-end\/.*(?:\.test|\/test-core)\.ts$/;

test('no end-to-end test of `npm test` waits for a time: only for a condition, or by a clock that it moves', () => {
  const core = repositoryFiles().filter(
    (path) => TESTS.test(path) && !textOf(path).startsWith('// @module-tag thorough'),
  );
  expect(core.length).toBeGreaterThan(50);
  const waiting = core.flatMap((path) =>
    textOf(path)
      .split('\n')
      .flatMap((line, index) => (WAIT.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(waiting).toEqual([]);
});
