import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { boundedText, cutText, maxKeys, wellFormed } from '../../../../protocol/runtime/bounded.ts';

const HALF = '\ud83d';
const WHOLE = '\ud83d\ude00';

test.each([
  ['plain', 'plain'],
  [`a${WHOLE}b`, `a${WHOLE}b`],
  [`a${HALF}b${HALF}`, 'a\ufffdb\ufffd'],
  [`${WHOLE}\ude00`, `${WHOLE}\ufffd`],
])('only lone surrogates in %j are replaced', (text, repaired) => {
  expect(wellFormed(text)).toBe(repaired);
});

test('a bounded text that is too long is refused, and an ill-formed text is repaired', () => {
  expect(boundedText(3).safeParse('abcd').success).toBe(false);
  expect(boundedText(3).parse(`ab${HALF}`)).toBe('ab\ufffd');
});

test('cutText truncates a long text, and repairs a surrogate pair cut in two', () => {
  expect(cutText(3).parse('abcd')).toBe('abc');
  expect(cutText(3).parse(`ab${WHOLE}`)).toBe('ab\ufffd');
});

test('a record with more keys than maxKeys allows is refused', () => {
  const schema = z.record(z.string(), z.number()).check(maxKeys(2));
  expect(schema.safeParse({ a: 1, b: 2 }).success).toBe(true);
  expect(schema.safeParse({ a: 1, b: 2, c: 3 }).error?.issues[0]?.message).toBe('expected at most 2 keys');
});
