import { expect, test } from 'vitest';
import { wantsAutoplay } from '../../../protocol/page/autoplay.ts';
import { stripGuardPrefix } from '../../../protocol/provider/guard-prefix.ts';

test.each([
  ['0', false],
  [0, false],
  [false, false],
  [undefined, false],
  ['1', true],
  [1, true],
  [true, true],
  ['yes', true],
  ['', false],
  ['false', false],
  ['undefined', false],
  [null, false],
])('autoplay %j of an address or a configuration means load: %s [P6]', (autoplay, wanted) => {
  expect(wantsAutoplay(autoplay)).toBe(wanted);
});

test.each([
  [')]}\'\n{"a":1}', '{"a":1}'],
  [')]}\'{"a":1}', '{"a":1}'],
  ['{"a":1}', '{"a":1}'],
  ['', ''],
])('the guard prefix is removed from %j [N17]', (body, rest) => {
  expect(stripGuardPrefix(body)).toBe(rest);
});
