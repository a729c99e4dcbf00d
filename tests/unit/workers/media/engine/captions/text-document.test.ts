import { expect, test } from 'vitest';
import { XmlParser, type XmlElement } from '../../../../../../workers/media/engine/captions/text-document.ts';

const parse = (text: string): XmlElement => new XmlParser().parseFromString(text);

const TTML = `<?xml version="1.0"?><!-- <p begin="1s">no</p> -->
<tt xmlns:tts="http://www.w3.org/ns/ttml#styling"><head><styling><style xml:id="s" tts:textAlign='left'/></styling></head>
<body><div><p begin="1s" end="2s">one <span>&lt;two&gt;</span><br/><![CDATA[<three>]]> &#65;&#x42; &amp;amp;</p><p>no time</p></div></body></tt>`;

test('elements are found by name and by attribute, below an element alone', () => {
  const [tt] = parse(TTML).getElementsByTagName('tt');
  expect(tt?.getElementsByTagName('p')).toHaveLength(2);
  const [body] = tt?.getElementsByTagName('body') ?? [];
  expect(body?.querySelectorAll('[begin]').map((element) => element.getAttribute('begin'))).toEqual(['1s']);
  expect(body?.querySelectorAll('style')).toEqual([]);
  expect(tt?.querySelectorAll('style').map((element) => element.getAttribute('xml:id'))).toEqual(['s']);
});

test('text has its entities and sections resolved, and no comments', () => {
  const [line] = parse(TTML).querySelectorAll('[begin]');
  expect(line?.textContent).toBe('one <two><three> AB &amp;');
  expect(line?.childNodes.map(({ nodeName }) => nodeName)).toEqual(['#text', 'span', 'br', '#text', '#text']);
});

test('attributes are found by their namespace, whatever its prefix', () => {
  const [style] = parse(TTML).getElementsByTagName('style');
  expect(style?.getAttributeNS('http://www.w3.org/ns/ttml#styling', 'textAlign')).toBe('left');
  expect(style?.hasAttributeNS('http://www.w3.org/ns/ttml#styling', 'color')).toBe(false);
  expect(style?.hasAttributeNS('urn:other', 'textAlign')).toBe(false);
});

test('entities of the document itself are not expanded', () => {
  const bomb = '<!DOCTYPE tt [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><tt>&b;</tt>';
  expect(parse(bomb).getElementsByTagName('tt')[0]?.textContent).toBe('&b;');
});

test.for([
  ['nothing', ''],
  ['tags that do not end', '<tt><p begin="1s">text'],
  ['ends that nothing began', '</p></tt>text'],
  ['a tag that is cut off', '<tt begin="1'],
  ['a hundred thousand levels', '<a>'.repeat(100_000)],
  ['attributes without end', `<a ${'x="1" '.repeat(50_000)}`],
] as const)('%s is read without a fault', ([, text]) => {
  expect(typeof parse(text).textContent).toBe('string');
});
