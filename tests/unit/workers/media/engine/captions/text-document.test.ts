import { expect, test } from 'vitest';
import { XmlParser, type XmlElement } from '../../../../../../workers/media/engine/captions/text-document.ts';

const parse = (text: string): XmlElement => new XmlParser().parseFromString(text);

const TTML = `<?xml version="1.0"?><!-- <p begin="1s">no</p> -->
<tt xmlns:tts="http://www.w3.org/ns/ttml#styling"><head><styling><style xml:id="s" tts:textAlign='left'/></styling></head>
<body><div><p begin="1s" end="2s">one <span>&lt;two&gt;</span><br/><![CDATA[<three>]]> &#65;&#x42; &amp;amp;</p><p>no time</p></div></body></tt>`;

test('elements are found by name and by attribute, only below the given element', () => {
  const [tt] = parse(TTML).getElementsByTagName('tt');
  expect(tt?.getElementsByTagName('p')).toHaveLength(2);
  const [body] = tt?.getElementsByTagName('body') ?? [];
  expect(body?.querySelectorAll('[begin]').map((element) => element.getAttribute('begin'))).toEqual(['1s']);
  expect(body?.querySelectorAll('style')).toEqual([]);
  expect(tt?.querySelectorAll('style').map((element) => element.getAttribute('xml:id'))).toEqual(['s']);
});

test('entities and CDATA are resolved in text; comments are left out', () => {
  const [line] = parse(TTML).querySelectorAll('[begin]');
  expect(line?.textContent).toBe('one <two><three> AB &amp;');
  expect(line?.childNodes.map(({ nodeName }) => nodeName)).toEqual(['#text', 'span', 'br', '#text', '#text']);
});

test('attributes are found by their namespace, whatever prefix it has', () => {
  const [style] = parse(TTML).getElementsByTagName('style');
  expect(style?.getAttributeNS('http://www.w3.org/ns/ttml#styling', 'textAlign')).toBe('left');
  expect(style?.hasAttributeNS('http://www.w3.org/ns/ttml#styling', 'color')).toBe(false);
  expect(style?.hasAttributeNS('urn:other', 'textAlign')).toBe(false);
});

test('entities that the document declares are not expanded', () => {
  const bomb = '<!DOCTYPE tt [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><tt>&b;</tt>';
  expect(parse(bomb).getElementsByTagName('tt')[0]?.textContent).toBe('&b;');
});

test.for([
  ['empty text', ''],
  ['elements without end tags', '<tt><p begin="1s">text'],
  ['end tags without start tags', '</p></tt>text'],
  ['a tag that is cut off', '<tt begin="1'],
  ['a hundred thousand nested elements', '<a>'.repeat(100_000)],
  ['a tag with endless attributes', `<a ${'x="1" '.repeat(50_000)}`],
] as const)('a document with %s is parsed without an exception', ([, text]) => {
  expect(typeof parse(text).textContent).toBe('string');
});
