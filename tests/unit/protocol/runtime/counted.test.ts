import { expect, test } from 'vitest';
import { counted } from '../../../../protocol/runtime/counted.ts';

test.each([
  [0, '0 views'],
  [1, '1 view'],
  [2, '2 views'],
])('a count of %i is written as "%s"', (count, text) => {
  expect(counted(count, 'view')).toBe(text);
});

test('a count is written with the given number format', () => {
  expect(counted(1_000, 'view', (count) => count.toLocaleString('en-US'))).toBe('1,000 views');
});
