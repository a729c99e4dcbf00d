import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fairLevel } from '../../../../src/provider/budgets/fair-level.ts';

const sizes = fc
  .array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 50 })
  .map((list) => list.toSorted((one, other) => other - one));

function cut(list: readonly number[], level: number): number {
  return list.reduce((sum, size) => sum + Math.max(0, size - level), 0);
}

test('cutting holders to the fair level frees the excess, and a level one higher would not', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: 1, max: 50_000_000 }), (list, excess) => {
      const level = fairLevel(list, excess, true);
      const total = cut(list, 0);
      expect(cut(list, level)).toBeGreaterThanOrEqual(Math.min(excess, total));
      if (excess <= total) expect(cut(list, level + 1)).toBeLessThan(excess);
    }),
  );
});

test('while some holders are unknown, the fair level falls at most a little below the smallest known holder', () => {
  expect(fairLevel([100, 90, 80], 1_000, false)).toBe(70);
  expect(fairLevel([80, 80, 80], 1, false)).toBe(79);
  expect(fairLevel([800, 80, 80], 1, false)).toBe(799);
});

test.each([
  [[10, 5, 1], 5, 5],
  [[10, 5, 1], 6, 4],
  [[10], 20, 0],
  [[], 1, 0],
])('for holders of %j bytes and an excess of %d bytes, the fair level is %d', (list, excess, level) => {
  expect(fairLevel(list, excess, true)).toBe(level);
});
