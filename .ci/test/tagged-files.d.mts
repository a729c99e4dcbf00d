/** Paths of test files whose text matches, relative to the root. */
export function testFilesWith(pattern: RegExp): string[];
export const WHOLLY_THOROUGH: RegExp;
export const THOROUGH_OR_RANDOM: RegExp;
