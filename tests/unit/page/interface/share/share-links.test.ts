import { expect, test } from 'vitest';
import { withOptions, type LinkOptions } from '../../../../../src/page/interface/share/share-links.ts';

const OPTIONS: LinkOptions = { parameters: { start: 7 }, size: { width: '640', height: '360' } };
const LINK = 'https://v.example/a';
const codeWith = (embedCode: string, options: Partial<LinkOptions> = {}): string =>
  withOptions({ link: LINK, embedCode }, { ...OPTIONS, ...options }).embedCode;

test('options are applied to the link and to the iframe address in the embed code [N8]', () => {
  const embedCode = `<iframe src="https://v.example/embed/a?list=PL1&amp;x=%22" title="$&amp;"></iframe>`;
  expect(withOptions({ link: LINK, embedCode }, OPTIONS)).toEqual({
    link: 'https://v.example/a?start=7',
    embedCode:
      '<iframe width="640" height="360" src="https://v.example/embed/a?list=PL1&amp;x=%22&amp;start=7" title="$&amp;"></iframe>',
  });
});

test.each([
  [`<iframe src='https://v.example/e?a=1&amp;b=2'>`, 'https://v.example/e?a=1&amp;b=2&amp;start=7'],
  ['<iframe src=https://v.example/e>', 'https://v.example/e?start=7'],
  ['<IFRAME SRC = "https://v.example/e?a=1&#38;b=&#x27;">', `https://v.example/e?a=1&amp;b='&amp;start=7`],
  ['<p>Ours:</p>\n<iframe\n  src="https://v.example/e"\n  title="a"\n></iframe>', 'https://v.example/e?start=7'],
])('the address in %j becomes %j', (code, address) => {
  expect(codeWith(code)).toContain(` src="${address}"`);
});

test('the chosen size replaces the size attributes of the provider’s iframe, whose other attributes stay', () => {
  const code =
    '<iframe width="1920" height=1080 style="border: 0" src="https://v.example/e" allow="autoplay" allowfullscreen>';
  const size = { width: '100%', style: 'aspect-ratio: 16 / 9' };
  expect(codeWith(code, { parameters: {}, size })).toBe(
    '<iframe width="100%" style="aspect-ratio: 16 / 9" src="https://v.example/e" allow="autoplay" allowfullscreen>',
  );
});

test('an address that cannot be parsed is shown unchanged [N8]', () => {
  expect(withOptions({ link: '/watch/a', embedCode: '<iframe src="not an address">' }, OPTIONS)).toEqual({
    link: '/watch/a',
    embedCode: '<iframe width="640" height="360" src="not an address">',
  });
});

test.each(['', '[video id="a"]', '<iframe src="https://v.example/e', '<iframes src="https://v.example/e">'])(
  'embed code without an iframe is shown unchanged: %j [N8]',
  (code) => {
    expect(codeWith(code)).toBe(code);
  },
);
