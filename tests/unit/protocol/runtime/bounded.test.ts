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
])('halves of a surrogate pair in %j are replaced, and nothing else', (text, repaired) => {
  expect(wellFormed(text)).toBe(repaired);
});

test('a bounded text is refused when it is too long, and repaired when it is ill-formed', () => {
  expect(boundedText(3).safeParse('abcd').success).toBe(false);
  expect(boundedText(3).parse(`ab${HALF}`)).toBe('ab\ufffd');
});

test('a text that is useful in part is cut, also inside a surrogate pair', () => {
  expect(cutText(3).parse('abcd')).toBe('abc');
  expect(cutText(3).parse(`ab${WHOLE}`)).toBe('ab\ufffd');
});

test('a record may have as many keys as allowed', () => {
  const schema = z.record(z.string(), z.number()).check(maxKeys(2));
  expect(schema.safeParse({ a: 1, b: 2 }).success).toBe(true);
  expect(schema.safeParse({ a: 1, b: 2, c: 3 }).error?.issues[0]?.message).toBe('expected at most 2 keys');
});
