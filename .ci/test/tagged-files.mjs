import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test files whose text matches. Reading the text is quicker than vitest, which loads every file to read its tags. */
export function testFilesWith(pattern) {
  return readdirSync('tests', { recursive: true })
    .map((path) => join('tests', path))
    .filter((path) => /\.test\.tsx?$/.test(path) && pattern.test(readFileSync(path, 'utf8')));
}

/** Matches a file all of whose tests are thorough. */
export const WHOLLY_THOROUGH = /^\/\/ @module-tag thorough/;
/** Matches a file with at least one test that only `npm run test:all` runs in full. */
export const THOROUGH_OR_RANDOM = /^\/\/ @module-tag (?:thorough|random)|'thorough'/;
