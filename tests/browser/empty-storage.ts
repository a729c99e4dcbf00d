import { beforeEach } from 'vitest';

/** All test files of a run share an origin: without this, a stored preference of one test would reach the next test. */
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
