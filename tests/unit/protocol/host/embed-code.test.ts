import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributeText, embedCode } from '../../../../protocol/host/embed-code.ts';
import { FRAME_PERMISSIONS } from '../../../../protocol/host/frame-permissions.ts';

const ADDRESS = 'https://player.example/embed/orieldemo01';

test('embed code is an iframe with size, title and permissions, without a border', () => {
  expect(embedCode({ address: ADDRESS, title: 'Four small worlds', size: { width: '560', height: '315' } })).toBe(
    `<iframe width="560" height="315" src="${ADDRESS}" title="Four small worlds" frameborder="0" ` +
      `allow="${FRAME_PERMISSIONS}" referrerpolicy="strict-origin-when-cross-origin" allowfullscreen></iframe>`,
  );
});

test('embed code delegates the viewer’s location only for a video that requires it [B7]', () => {
  const codeOf = (needsLocation?: boolean) =>
    embedCode({ address: ADDRESS, title: '', size: { width: '1', height: '1' }, needsLocation });
  expect(codeOf(true)).toContain(`allow="${FRAME_PERMISSIONS}; geolocation"`);
  for (const code of [codeOf(false), codeOf()]) expect(code).not.toContain('geolocation');
});

test('embed code of a responsive frame has a width and a style, and no height', () => {
  const size = { width: '100%', style: 'aspect-ratio: 16 / 9' };
  const code = embedCode({ address: ADDRESS, title: '', size });
  expect(code).toContain('width="100%" style="aspect-ratio: 16 / 9"');
  expect(code).not.toContain('height');
});

test.each([
  [
    'ampersands in an address',
    `${ADDRESS}?start=3&loop=1`,
    'src="https://player.example/embed/orieldemo01?start=3&amp;loop=1"',
  ],
  ['quotes in an address', `${ADDRESS}?a="b`, 'src="https://player.example/embed/orieldemo01?a=&quot;b"'],
] as const)('%s are escaped in the embed code', (_, address, expected) => {
  expect(embedCode({ address, title: '', size: { width: '1', height: '1' } })).toContain(expected);
});

test('a title in an attribute is escaped, so that it cannot open a script', () => {
  expect(attributeText(['title', `"><script>alert('&')</script>`])).toBe(
    `title="&quot;&gt;&lt;script&gt;alert('&amp;')&lt;/script&gt;"`,
  );
});

test('no address and no title can end an attribute or the tag of the embed code', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (address, title) => {
      const code = embedCode({ address, title, size: { width: '1', height: '1' } });
      expect(code.match(/[<>]/g)).toEqual(['<', '>', '<', '>']);
      expect(code.match(/"/g)).toHaveLength(14);
    }),
  );
});
