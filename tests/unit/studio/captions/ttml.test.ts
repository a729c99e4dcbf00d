import { expect, test } from 'vitest';
import { convert, cuesOf, ttml } from './support/converted-cues.ts';

test.each([
  ['clock times', '<p begin="00:00:01.500" end="00:01:02.250">a</p>', '', ['1.5–62.25 a']],
  ['picture numbers', '<p begin="00:00:01:05" end="00:00:02:00">a</p>', 'ttp:frameRate="25"', ['1.2–2 a']],
  ['ticks and a length', '<p begin="10000t" dur="2s">a</p>', 'ttp:tickRate="1000"', ['10–12 a']],
  ['paragraphs without an end', '<p begin="1s">a</p><p begin="3s">b</p>', '', ['1–3 a', '3–8 b']],
  [
    'short and long forms of times',
    '<p begin="0:01" end="0:00:02">a</p><p begin="2,5" end="00:00:03,500">b</p>',
    '',
    ['1–2 a', '2.5–3.5 b'],
  ],
  ['parts of a picture', '<p begin="00:00:01:15.2" end="00:00:02:00">a</p>', '', ['1.5–2 a']],
  ['an end inherited from the parent', '</div><div begin="1s" end="3s"><p>a</p><p begin="5s">b</p>', '', ['1–3 a']],
  ['two paragraphs at one time', '<p begin="1s" end="2s">- a</p><p begin="1s" end="2s">- b</p>', '', ['1–2 - a\n- b']],
  ['paragraphs in no order', '<p begin="3s" end="4s">b</p><p begin="1s" end="2s">a</p>', '', ['1–2 a', '3–4 b']],
  [
    'text that a set element hides',
    '<p begin="1s" end="4s">a<span><set begin="1s" end="2s" tts:visibility="hidden"/>b</span></p>',
    '',
    ['1–2 ab', '2–3 a', '3–4 ab'],
  ],
  [
    'tape timecodes',
    '<p begin="01:00:10:00" end="01:00:11:12">a</p>',
    'ttp:timeBase="smpte" ttp:frameRate="24" ttp:frameRateMultiplier="1000 1001"',
    ['10.01–11.512 a'],
  ],
  [
    'two languages',
    '<p begin="1s" end="2s" xml:lang="de">b</p><p begin="1s" end="2s" xml:lang="en-GB">a</p>',
    '',
    ['1–2 a'],
  ],
  [
    'spans that follow each other',
    '<p begin="1s" end="3s">x <span end="1s">a</span><span begin="1s">b</span></p>',
    '',
    ['1–2 x a', '2–3 x b'],
  ],
  [
    'a sequential time container',
    '<p begin="60s" timeContainer="seq"><span dur="1s">a</span><span dur="2s">b</span></p>',
    '',
    ['60–61 a', '61–63 b'],
  ],
])('TTML with %s becomes the expected cues', (_, body, attributes, expected) => {
  expect(cuesOf(ttml(body, '', attributes))).toEqual(expected);
});

test.each([
  ['a<br/>b\n   c', 'a\nb c'],
  ['1 &lt; 2 &amp;&#160;<![CDATA[<b>]]>', '1 &lt; 2 &amp;\u00A0&lt;b&gt;'],
  ['<span tts:fontStyle="italic">a <span tts:fontWeight="bold">b</span></span>', '<i>a </i><b><i>b</i></b>'],
  ['<span style="shout">a</span>', '<b>a</b>'],
  ['a <b>b</b>\u2028c', 'a b\nc'],
  ['a<span tts:display="none">b</span><span tts:visibility="hidden">b</span><span tts:opacity="0">b</span>', 'a'],
  ['<span tts:textDecoration="underline">a</span>', '<u>a</u>'],
  [
    '<span tts:ruby="container"><span tts:ruby="base">漢</span><span tts:ruby="text">かん</span></span>',
    '<ruby>漢<rt>かん</rt></ruby>',
  ],
])('the TTML text %s becomes the WebVTT text %s', (body, expected) => {
  const head = '<styling><style xml:id="shout" tts:fontWeight="bold"/></styling>';
  expect(cuesOf(ttml(`<p begin="1s" end="2s">${body}</p>`, head))).toEqual([`1–2 ${expected}`]);
});

test.each([
  ['tts:displayAlign="before"', '1–2 line:0 a'],
  ['tts:displayAlign="after"', '1–2 a'],
  ['tts:displayAlign="center"', '1–2 line:45% a'],
  ['tts:origin="10% 80%" tts:extent="80% 15%"', '1–2 a'],
  ['tts:origin="10% 5%" tts:extent="80% 15%" tts:displayAlign="after" tts:textAlign="left"', '1–2 line:0 align:left a'],
  ['tts:origin="2c 13c" tts:displayAlign="before" tts:textAlign="center"', '1–2 a'],
  ['tts:origin="64px 400px" tts:extent="500px 60px"', '1–2 a'],
  ['tts:origin="60% 80%" tts:extent="35% 15%"', '1–2 align:right a'],
  ['tts:writingMode="tbrl"', '1–2 vertical:rl a'],
  ['tts:origin="0 80%" tts:extent="100% 20%"', '1–2 a'],
  ['tts:displayAlign="after" tts:direction="rtl" tts:textAlign="start"', '1–2 align:right a'],
])('a TTML region with %s becomes the cue "%s"', (region, expected) => {
  const head = `<layout><region xml:id="r" ${region}/></layout>`;
  expect(cuesOf(ttml('<p region="r" begin="1s" end="2s">a</p>', head))).toEqual([expected]);
});

test('drafts of TTML are converted, and parts that WebVTT cannot hold are counted in a remark', () => {
  const draft =
    '<tt xmlns="http://www.w3.org/2006/10/ttaf1" xmlns:s="http://www.w3.org/2006/10/ttaf1#style"><body><div><p begin="1s" end="2s" s:fontStyle="italic">a</p></div></body></tt>';
  expect(cuesOf(draft)).toEqual(['1–2 <i>a</i>']);
  expect(cuesOf('<tt><body><div><p begin="1s" end="2s">a</p></div></body></tt>')).toEqual(['1–2 a']);
  const { remarks } = convert(
    ttml('<p begin="1s">a<span tts:color="red">b</span><span tts:color="white">c</span></p>'),
  );
  expect(remarks).toEqual(['a.en.ttml: WebVTT cannot hold all of it: 1 colour left out.']);
  const times = Array.from({ length: 200 }, (_, at) => `<span begin="${at}s">w${at}</span>`).join('');
  expect(cuesOf(ttml(`<p begin="1s" end="300s">${times}</p>`))).toEqual([expect.stringMatching(/^1–300 w0.*w199$/)]);
});

test.each([
  ['<tt xmlns="http://www.w3.org/ns/ttml"><body>\n<div></body></tt>', 'Unexpected close tag in line 2'],
  ['<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">a', 'it ends before its last element does'],
  ['<tt xmlns="urn:x"><body/></tt>', 'its elements are not of the namespace http://www.w3.org/ns/ttml'],
  [ttml('<p begin="soon" end="2s">a</p>'), 'Malformed begin value soon'],
])('the invalid TTML %s is refused with the reason: %s', (text, reason) => {
  expect(() => convert(text)).toThrow(
    `a.en.ttml is no TTML that can be read: ${reason}. Correct that, or save the captions as .srt or .vtt.`,
  );
});

test.each([
  ['an empty body', ''],
  ['paragraphs without a time', '<p>a</p><p begin="" end="">b</p>'],
  [
    'sixty elements that are nested in each other',
    `<p begin="1s" end="2s">${'<span>'.repeat(60)}a${'</span>'.repeat(60)}</p>`,
  ],
  ['a time outside its parent', '</div><div end="1s"><p begin="2s">a</p>'],
])('TTML with %s is refused because it has no cue', (_, body) => {
  expect(() => convert(ttml(body))).toThrow('a.en.ttml has no cue that can be shown.');
});
