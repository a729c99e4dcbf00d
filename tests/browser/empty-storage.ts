import { beforeEach } from 'vitest';

/** The files of a run share an origin: a choice that one test has kept would be found by the next. */
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
