import { expect, test } from 'vitest';
import { readCues } from '../../../../src/provider/captions/web-vtt.ts';
import { convertCaptions } from '../../../../src/studio/captions/convert-captions.ts';

const convert = (text: string, name = 'a.en.ttml') => convertCaptions(Buffer.from(text), { name, languageCode: 'en' });

/** Each cue as its times, its settings and its text. */
function cuesOf(text: string): string[] {
  const { webVtt } = convert(text);
  const lines = webVtt.split('\n');
  return readCues(webVtt).cues.map(({ startSeconds, endSeconds, line, text: shown }) =>
    [`${startSeconds}–${endSeconds}`, ...(lines[line - 1] ?? '').split(' ').slice(3), shown].join(' '),
  );
}

const ttml = (body: string, head = '', attributes = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" ${attributes}>
<head>${head}</head><body><div>${body}</div></body></tt>`;

test.each([
  ['clock times', '<p begin="00:00:01.500" end="00:01:02.250">a</p>', '', ['1.5–62.25 a']],
  ['pictures', '<p begin="00:00:01:05" end="00:00:02:00">a</p>', 'ttp:frameRate="25"', ['1.2–2 a']],
  ['ticks and a length', '<p begin="10000t" dur="2s">a</p>', 'ttp:tickRate="1000"', ['10–12 a']],
  ['no end', '<p begin="1s">a</p>', '', ['1–6 a']],
  [
    'parts that follow each other',
    '<p begin="1s" end="3s">x <span end="1s">a</span><span begin="1s">b</span></p>',
    '',
    ['1–2 x a', '2–3 x b'],
  ],
  [
    'times of the parts around it',
    '<p begin="60s" timeContainer="seq"><span dur="1s">a</span><span dur="2s">b</span></p>',
    '',
    ['60–61 a', '61–63 b'],
  ],
])('TTML with %s', (_, body, attributes, expected) => {
  expect(cuesOf(ttml(body, '', attributes))).toEqual(expected);
});

test.each([
  ['a<br/>b\n   c', 'a\nb c'],
  ['1 &lt; 2 &amp;&#160;<![CDATA[<b>]]>', '1 &lt; 2 &amp;\u00A0&lt;b&gt;'],
  ['<span tts:fontStyle="italic">a <span tts:fontWeight="bold">b</span></span>', '<i>a </i><b><i>b</i></b>'],
  ['<span style="shout">a</span>', '<b>a</b>'],
  ['<span tts:textDecoration="underline">a</span>', '<u>a</u>'],
  [
    '<span tts:ruby="container"><span tts:ruby="base">漢</span><span tts:ruby="text">かん</span></span>',
    '<ruby>漢<rt>かん</rt></ruby>',
  ],
])('text of TTML: %s', (body, expected) => {
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
])('a region of TTML with %s', (region, expected) => {
  const head = `<layout><region xml:id="r" ${region}/></layout>`;
  expect(cuesOf(ttml('<p region="r" begin="1s" end="2s">a</p>', head))).toEqual([expected]);
});

test('a draft of TTML is read, and what WebVTT cannot hold is counted', () => {
  const draft = '<tt xmlns="http://www.w3.org/2006/10/ttaf1"><body><div><p begin="1s" end="2s">a</p></div></body></tt>';
  expect(cuesOf(draft)).toEqual(['1–2 a']);
  const { remarks } = convert(
    ttml('<p begin="1s">a<span tts:color="red">b</span><span tts:color="white">c</span></p>'),
  );
  expect(remarks).toEqual(['a.en.ttml: WebVTT cannot hold all of it: 1 missing end, 1 colour left out.']);
  const times = Array.from({ length: 200 }, (_, at) => `<span begin="${at}s">w${at}</span>`).join('');
  expect(cuesOf(ttml(`<p begin="1s" end="300s">${times}</p>`))).toEqual([expect.stringMatching(/^1–300 w0.*w199$/)]);
});

test.each([
  [
    '<tt xmlns="http://www.w3.org/ns/ttml"><body>\n<div></body></tt>',
    'a.en.ttml is no TTML that can be read: Unexpected close tag in line 2.',
  ],
  [
    '<tt><body/></tt>',
    'a.en.ttml is no TTML that can be read: its elements are not of the namespace http://www.w3.org/ns/ttml.',
  ],
  [ttml(''), 'a.en.ttml has no cue that can be shown.'],
  [
    ttml(`<p begin="1s" end="2s">${'<span>'.repeat(60)}a${'</span>'.repeat(60)}</p>`),
    'a.en.ttml has no cue that can be shown.',
  ],
])('TTML that cannot be read: %s', (text, message) => {
  expect(() => convert(text)).toThrow(message);
});

/** Resume loading, row 14, `Hi`, and end of caption, each sent twice; erase of the screen a second later. */
const POP_ON = (hour: string, mark = ':'): string =>
  `Scenarist_SCC V1.0\r\n\r\n${hour}:00:01${mark}00\t9420 9420 9440 9440 c8e9 942f 942f\r\n\r\n${hour}:00:02${mark}00\t942c 942c\r\n`;

test('SCC is decoded as a television does, at the rate of NTSC', () => {
  const [cue, ...others] = cuesOf(POP_ON('00'));
  // Bytes of the sixth picture after the second show it; a second on tape is 1.001 s.
  expect(cue).toBe('1.168–2.002 line:84.67%,end position:10%,line-left align:left Hi');
  expect(others).toEqual([]);
});

test.each([':', ';'])('whole hours of a tape (%s) are taken off, and said', (mark) => {
  const start = (hour: string): number | undefined =>
    readCues(convert(POP_ON(hour, mark)).webVtt).cues[0]?.startSeconds;
  expect(start('10')).toBeCloseTo(start('00') ?? 0, 2);
  expect(convert(POP_ON('01', mark)).remarks).toEqual([
    'a.en.ttml: Its times are a tape’s: they are shown 1 hour earlier.',
  ]);
});

test('numbers of pictures that a count leaves out are no time', () => {
  const start = (text: string): number | undefined => readCues(convert(text).webVtt).cues[0]?.startSeconds;
  const late = POP_ON('00', ';').replace('00:00:01', '00:50:01').replace('00:00:02', '00:50:02');
  expect(start(late)).toBeCloseTo(50 * 60 + 1.168, 1);
  expect(start(late.replaceAll(';', ':'))).toBeCloseTo((50 * 60 + 1.168) * 1.001, 1);
});

test.each([
  [
    'SBV',
    '0:00:01.500,0:00:02.000\nHi & <i>you</i>\nthere\n\n1:00:00.000,1:00:01.000\n12\n',
    ['1.5–2 Hi &amp; <i>you</i>\nthere', '3600–3601 12'],
  ],
  ['SubViewer', '[INFORMATION]\n[TITLE]x\n[SUBTITLE]\n00:00:01.50,00:00:02.00\nHi[br]you\n', ['1.5–2 Hi\nyou']],
])('%s is read', (_, text, expected) => {
  expect(cuesOf(text)).toEqual(expected);
});

test('a line of LRC lasts until the next, and is shown at each of its times', () => {
  const song = '[ti:Song]\n[offset:+500]\n[00:01.50][00:10.5]La <00:02.00>la\n[00:03.00]\n[00:04.125]1 < 2\n';
  expect(cuesOf(song)).toEqual(['1–2.5 La la', '3.625–10 1 &lt; 2', '10–15 La la']);
  expect(convert(song, 'a.lrc').remarks).toEqual(['a.lrc: WebVTT cannot hold all of it: 1 word time left out.']);
});

/** Half of what is read; work that grows with the square would take hours. */
const SIZE_CHARACTERS = 2_000_000;

test.each([
  ['paragraphs of TTML', '<p begin="1s" end="2s">a</p>'],
  ['tags of TTML', '<p><span>'],
  ['comments', '<!-- -->'],
  ['sections without an end', '<![CDATA['],
  ['lines of SCC', '\n00:00:01:00\t9420 9440 c8e9 942f'],
  ['lines of SBV', '0:00:01.000,0:00:02.000\na\n\n'],
  ['lines of LRC', '[00:01.00]a\n'],
  ['times of LRC', '[00:01.00]'],
])('two megabytes of %s are read in proportion to their size', { timeout: 60_000 }, (_, part) => {
  const repeated = part.repeat(SIZE_CHARACTERS / part.length);
  for (const text of [ttml(repeated), `Scenarist_SCC V1.0\n${repeated}`, repeated])
    try {
      expect(convert(text).webVtt.length).toBeLessThan(SIZE_CHARACTERS * 4);
    } catch (error) {
      expect(error).toHaveProperty('message', expect.stringContaining('a.en.ttml'));
    }
});
