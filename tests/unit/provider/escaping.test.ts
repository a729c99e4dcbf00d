import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { escapeHtml, escapeScriptJson, tag } from '../../../src/provider/http/escape.ts';
import { inlineHashes } from '../../../src/provider/security/inline-hashes.ts';
import { createSigner } from '../../../src/provider/security/signer.ts';

test('all HTML metacharacters are escaped', () => {
  expect(escapeHtml(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => !/[<>"']/.test(escapeHtml(text))));
});

test('JSON in a script element keeps its value and cannot end the element', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = escapeScriptJson(value);
      return !/[<\u2028\u2029]/.test(text) && JSON.stringify(JSON.parse(text)) === JSON.stringify(value);
    }),
  );
});

test('attribute values cannot end their quotes', () => {
  expect(tag('img', { alt: '"><script>', width: 3, hidden: true, src: undefined })).toBe(
    '<img alt="&quot;&gt;&lt;script&gt;" width="3" hidden>',
  );
});

test('hashes are computed for executable inline scripts and styles, not for data blocks or script files', () => {
  const html = `
    <script>one()</script><script type="module">two()</script><SCRIPT>three()</SCRIPT>
    <script src="/a.js"></script><script type="module" src="/b.js"></script>
    <script type="application/json">{}</script><style>a{}</style>`;
  const { scriptHashes, styleHashes } = inlineHashes(html);
  expect(scriptHashes).toHaveLength(3);
  expect(new Set(scriptHashes).size).toBe(3);
  expect(styleHashes).toHaveLength(1);
  expect(inlineHashes('<p>no code</p>')).toEqual({ scriptHashes: [], styleHashes: [] });
});

test('a token can be opened only unchanged, for its purpose, with its schema and under its key', () => {
  const content = z.object({ id: z.string() });
  const signer = createSigner(new Uint8Array(32).fill(1));
  const token = signer.sign('a', { id: 'x' });
  expect(signer.open('a', content, token)).toEqual({ id: 'x' });
  expect(signer.open('b', content, token)).toBeUndefined();
  expect(signer.open('a', z.object({ other: z.string() }), token)).toBeUndefined();
  expect(createSigner(new Uint8Array(32).fill(2)).open('a', content, token)).toBeUndefined();
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('A', 'z', '.', '-'), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      const opened = signer.open('a', content, changed);
      return changed === token || opened === undefined || JSON.stringify(opened) === '{"id":"x"}';
    }),
  );
});
