import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Test files whose text matches: vitest would load every file to read its tags. */
export function testFilesWith(pattern) {
  return readdirSync('tests', { recursive: true })
    .map((path) => join('tests', path))
    .filter((path) => /\.test\.tsx?$/.test(path) && pattern.test(readFileSync(path, 'utf8')));
}

/** All tests of the file have the tag. */
export const WHOLLY_THOROUGH = /^\/\/ @module-tag thorough/;
/** A test of the file has a tag that `npm run test:all` runs. */
export const THOROUGH_OR_RANDOM = /^\/\/ @module-tag (?:thorough|random)|'thorough'/;
