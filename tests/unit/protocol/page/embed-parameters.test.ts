import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEmbedParameters } from '../../../../protocol/page/embed-parameters.ts';

const parse = (query: string) => parseEmbedParameters(new URLSearchParams(query));

test.each([
  ['autoplay=1', true],
  ['autoplay=true', true],
  ['autoplay=yes', true],
  ['autoplay=0', false],
  ['autoplay=false', false],
  ['autoplay=undefined', false],
  ['', false],
])('autoplay in "%s" is %s [P6]', (query, autoplay) => {
  expect(parse(query).autoplay).toBe(autoplay);
});

test.each([
  ['theme=dark', 'dark'],
  ['theme=light', 'light'],
  ['theme=Dark', undefined],
  ['theme=blue', undefined],
  ['', undefined],
])('the theme of "%s" is %s, else the system decides [P3]', (query, theme) => {
  expect(parse(query).theme).toBe(theme);
});

test('forced experiments pass through unchanged, each value cut at 500 characters [P4]', () => {
  expect(parse('forced_experiments=a=1,b=x%20y').forced_experiments).toBe('a=1,b=x y');
  const long = 'v'.repeat(501);
  expect(parse(`forced_experiments=a=${long},b=2`).forced_experiments).toBe(`a=${'v'.repeat(500)},b=2`);
});

test('booleans are read leniently', () => {
  expect(parse('cc_load_policy=undefined').cc_load_policy).toBe(false);
  expect(parse('cc_load_policy=1').cc_load_policy).toBe(true);
  expect(parse('controls=2').controls).toBe(true);
  expect(parse('controls=0').controls).toBe(false);
  expect(parse('fs=maybe').fs).toBe(true);
  expect(parse('start=abc&end=-3')).toMatchObject({ start: undefined, end: undefined });
  expect(parse('start=1.5&start=9').start).toBe(1.5);
});

test('no query ever throws', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
      expect(() => parseEmbedParameters(pairs)).not.toThrow();
    }),
  );
  expect(() => parse('__proto__=1&constructor=2&hasOwnProperty=3')).not.toThrow();
});
