import { expect, test } from 'vitest';
import { knownLength } from '../../../../src/page/player/known-length.ts';

test.each([
  [0, 28.032, 28.032],
  [28, 28.032, 28],
  [28, 28.021, 28],
  [28, 27.2, 28],
  [28, 29, 29],
  [28, 12, 12],
])('a known length of %d s that the element reports as %d s becomes %d s', (known, measured, expected) => {
  expect(knownLength(known, measured)).toBe(expected);
});
