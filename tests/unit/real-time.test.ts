import { expect, test } from 'vitest';
import { repositoryFiles, textOf } from '../support/repository.ts';

/** Calls that wait for a real time; a wait of 0 ms is only a turn of the event loop. */
const WAIT = /\bwaitForTimeout\(|from 'node:timers\/promises'|^\s*await new Promise[^;]*=> ?setTimeout\((?!\w+, 0\))/;
/** End-to-end tests, including the tests that several browsers share. */
const TESTS = /^tests\/end-to-end\/.*(?:\.test|\/test-core)\.ts$/;

test('no end-to-end test of `npm test` waits for a real time: it waits for a condition or moves a fake clock', () => {
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
