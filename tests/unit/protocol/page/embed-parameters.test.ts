import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutFeatureFlags, parseEmbedParameters } from '../../../../protocol/page/embed-parameters.ts';

const parse = (query: string) => parseEmbedParameters(new URLSearchParams(query));

test.each([
  ['autoplay=1', true],
  ['autoplay=true', true],
  ['autoplay=yes', true],
  ['autoplay=0', false],
  ['autoplay=false', false],
  ['autoplay=undefined', false],
  ['autoplay=', false],
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

test('parsing never throws, whatever the query', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.string(), fc.string())), (pairs) => {
      expect(() => parseEmbedParameters(pairs)).not.toThrow();
    }),
  );
  expect(() => parse('__proto__=1&constructor=2&hasOwnProperty=3')).not.toThrow();
});

test('an empty query has every default', () => {
  expect(parse('')).toMatchObject({
    autoplay: false,
    mute: false,
    controls: true,
    cc_load_policy: false,
    disablekb: false,
    enablejsapi: false,
    fs: true,
    loop: false,
    playsinline: false,
    rel: true,
    endscreen: true,
  });
});

test.each([
  ['1', true, true],
  ['true', true, true],
  ['0', false, false],
  ['false', false, false],
  ['yes', false, true],
  ['', false, true],
])('a switch with the value "%s" is %s where it is off by default, and %s where it is on', (value, off, on) => {
  const names = ['mute', 'loop', 'fs', 'rel', 'endscreen'];
  const { mute, loop, fs, rel, endscreen } = parse(names.map((name) => `${name}=${value}`).join('&'));
  expect({ mute, loop, fs, rel, endscreen }).toEqual({ mute: off, loop: off, fs: on, rel: on, endscreen: on });
});

test.each([
  ['cc_load_policy', 'undefined', false],
  ['cc_load_policy', '1', true],
  ['controls', '0', false],
  ['controls', 'false', false],
  ['controls', '2', true],
  ['controls', '', true],
  ['fs', 'maybe', true],
  ['hl', '', undefined],
  ['hl', 'undefined', undefined],
  ['hl', 'null', undefined],
  ['hl', 'de', 'de'],
  ['start', '0', 0],
  ['start', '7.5', 7.5],
  ['start', '1.5&start=9', 1.5],
  ['start', '-1', undefined],
  ['start', 'soon', undefined],
  ['start', '', undefined],
  ['start', '%20', undefined],
  ['start', 'Infinity', undefined],
  ['end', '-3', undefined],
] as const)('%s=%s is read as %s', (name, value, expected) => {
  expect(parse(`${name}=${value}`)[name]).toBe(expected);
});

test('a feature flag without a value is cut at 500 characters, and so is the value of a flag without a name [P4]', () => {
  expect(cutFeatureFlags('x'.repeat(501))).toHaveLength(500);
  expect(cutFeatureFlags(`=${'x'.repeat(501)}`)).toHaveLength(501);
  expect(cutFeatureFlags(undefined)).toBeUndefined();
});

test.each<[string, number | undefined]>([
  ['start=18', 18],
  ['start=18s', 18],
  ['start=1m20s', 80],
  ['start=1M20S', 80],
  ['start=1h2m3.5s', 3_723.5],
  ['start=2h', 7_200],
  ['start=0:18', 18],
  ['start=1:02:03', 3_723],
  ['t=18', 18],
  ['t=18s', 18],
  ['time_continue=18', 18],
  ['start=0&t=18', 0],
  ['start=soon&t=18', 18],
  ['start=s', undefined],
  ['start=1:', 60],
  ['start=1:2:3:4', undefined],
  ['start=20s1m', undefined],
  ['start=-5s', undefined],
  ['t=', undefined],
])('the query %s starts playback at %s s', (query, expected) => expect(parse(query).start).toBe(expected));
