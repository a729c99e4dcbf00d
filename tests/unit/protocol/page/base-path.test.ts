import { expect, test } from 'vitest';
import { basePathOf } from '../../../../protocol/page/base-path.ts';
import { ownAddress } from '../../../../src/page/platform/own-address.ts';

test.each([
  ['/embed/orieldemo01', ''],
  ['/embed/', ''],
  ['/v/orieldemo01/', ''],
  ['/player/embed/orieldemo01', '/player'],
  ['/player/embed', '/player'],
  ['/a/e/embed/orieldemo01', '/a/e'],
  ['/embed/e', ''],
  ['/', ''],
  ['/src/page/index.html', ''],
])('the base path of the page at %s is %j', (pathname, base) => {
  expect(basePathOf(pathname)).toBe(base);
});

test('an address of the server keeps the origin and base path of its page', () => {
  const page = 'https://videos.example/player/embed/orieldemo01?list=PL1#x';
  expect(ownAddress('/embed/orielmp4001', page).href).toBe('https://videos.example/player/embed/orielmp4001');
});
