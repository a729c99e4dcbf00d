import { expect, test } from 'vitest';
import { CAPTION_FORMAT_NAMES } from '../../../../protocol/provider/caption-formats.ts';
import { readCues } from '../../../../src/provider/captions/web-vtt.ts';
import { convertCaptions } from '../../../../src/studio/captions/convert-captions.ts';

const convert = (text: string | Uint8Array, languageCode = 'de', encoding?: string) =>
  convertCaptions(typeof text === 'string' ? Buffer.from(text) : text, { name: 'a.srt', languageCode, encoding });

/** The settings and the text of each cue. */
const cuesOf = (webVtt: string): string[] => {
  const lines = webVtt.split('\n');
  return readCues(webVtt).cues.map(({ line, text }) =>
    [(lines[line - 1] ?? '').split(' ').slice(3).join(' '), text].filter((part) => part !== '').join('|'),
  );
};

const subRip = (...texts: readonly string[]): string =>
  texts.map((text, index) => `${index + 1}\n00:00:0${index},500 --> 00:00:0${index + 1},000\n${text}\n\n`).join('');

test('WebVTT with styles, regions, positions, voices, ruby and escapes stays unchanged', () => {
  const file =
    'WEBVTT\nKind: captions\n\nSTYLE\n::cue(v) { color: lime }\n\nREGION\nid:r\nlines:2\n\nNOTE x\n\n1\n00:01.000 --> 00:02.000 region:r line:0 position:10%,line-left align:left\n<v Tom>&lt;video&gt; <ruby>a<rt>b</rt></ruby></v>\n';
  expect(convert(file)).toEqual({ webVtt: file, remarks: [] });
  expect(convert(`\uFEFF${file}`).webVtt).toBe(file);
});

test.each([
  ['1 < 2 & 3 > 2', '1 &lt; 2 &amp; 3 &gt; 2'],
  ['<i>slanted</i> <B>fat</B> <u>low</u>', '<i>slanted</i> <b>fat</b> <u>low</u>'],
  ['{\\an8}above', 'line:0|above'],
  ['{\\an1}left', 'align:left|left'],
  ['{\\an6}middle', 'line:45% align:right|middle'],
  ['{\\a6}above, as SubStation Alpha 4 numbers it', 'line:0|above, as SubStation Alpha 4 numbers it'],
  ['{\\i1}slanted{\\i0} not', '<i>slanted</i> not'],
  ['&lt;b&gt; stays', '&lt;b&gt; stays'],
  ['AT&T', 'AT&amp;T'],
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['a --> b', 'a --&gt; b'],
  ['above\n\nbelow', 'above\nbelow'],
  ['above<br />below', 'above\nbelow'],
  ['12', '12'],
])('SubRip %j becomes %j', (text, expected) => {
  expect(cuesOf(convert(subRip('first', text)).webVtt)).toEqual(['first', expected]);
});

test('times of SubRip are read in the forms that tools write', () => {
  const file = '1\n00:00:01:500 -> 00:00:02;000\na\n\n2\n0:00:03.5 --> 0:00:04\nb\n';
  expect(readCues(convert(file).webVtt).cues.map(({ startSeconds, text }) => [startSeconds, text])).toEqual([
    [1.5, 'a'],
    [3.5, 'b'],
  ]);
});

test('parts of SubRip that WebVTT cannot hold are counted in a remark', () => {
  const { remarks } = convert(subRip('<font color="#123456">a</font>', '<s>b</s> {\\fad(1,2)}c', '<font>d</font>'));
  expect(remarks).toEqual([
    'a.srt: WebVTT cannot hold all of it: 2 fonts, 1 strike-through, 1 style override left out.',
  ]);
});

const script = (...events: readonly string[]): string =>
  `[Script Info]
PlayResX: 1000
PlayResY: 500

[V4+ Styles]
Format: Name, Fontname, Bold, Italic, Alignment
Style: Default,Arial,0,0,2
Style: Top,Arial,0,-1,8

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
${events.join('\n')}
`;
const event = (text: string, style = 'Default', times = '0:00:01.00,0:00:02.50'): string =>
  `Dialogue: 0,${times},${style},,0,0,0,,${text}`;

test.each([
  [event('Hello, {\\i1}you{\\i0}\\Nthere'), 'Hello, <i>you</i>\nthere'],
  [event('above', 'Top'), 'line:0|<i>above'],
  [event('{\\an8}above{an old comment}'), 'line:0|above'],
  [event('1 < 2 \\{brackets\\}'), '1 &lt; 2 {brackets}'],
  [event('{\\pos(100,50)}sign'), 'line:3% position:10% align:center|sign'],
  [event('{\\pos(500,480)}usual'), 'position:50% align:center|usual'],
  [event('{\\b1}fat {\\i1}both{\\b0} slanted'), '<b>fat <i>both</i></b><i> slanted'],
])('SubStation Alpha %j becomes %j', (line, expected) => {
  expect(cuesOf(convert(script(line)).webVtt)).toEqual([expected]);
});

test('drawings are left out, and a line that is repeated for each picture becomes one cue', () => {
  const { webVtt, remarks } = convert(
    script(
      event('{\\p1}m 0 0 l 100 0 100 100{\\p0}'),
      event('sign', 'Default', '0:00:03.00,0:00:03.04'),
      event('sign', 'Default', '0:00:03.04,0:00:03.08'),
      event('other', 'Default', '0:00:03.04,0:00:03.08'),
      event('sign', 'Default', '0:00:09.00,0:00:09.04'),
      'Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,a note',
    ),
  );
  expect(readCues(webVtt).cues.map(({ startSeconds, endSeconds, text }) => [startSeconds, endSeconds, text])).toEqual([
    [3, 3.08, 'sign'],
    [3.04, 3.08, 'other'],
    [9, 9.04, 'sign'],
  ]);
  expect(remarks).toEqual(['a.srt: WebVTT cannot hold all of it: 1 drawing left out.']);
});

/** Encodes a text in a single-byte encoding. */
function encoded(text: string, encoding: string): Uint8Array {
  const decoder = new TextDecoder(encoding);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  // Node.js 20 does not decode this byte.
  if (encoding === 'windows-1252') bytes.set('’', 0x92);
  return Uint8Array.from(text, (character) => bytes.get(character) ?? 0x3f);
}

test.each([
  ['windows-1252', 'de', 'Für den König wäre das schön, sagte er über die Brücke.'],
  ['windows-1252', 'fr', 'Le père Noël est né à l’été, ça c’est sûr. Où êtes-vous?'],
  ['windows-1250', 'cs', 'Příliš žluťoučký kůň úpěl ďábelské ódy. Děkuji vám.'],
  ['windows-1251', 'ru', 'Привет, как дела? Всё хорошо, спасибо большое.'],
  ['koi8-r', 'ru', 'Привет, как дела? Всё хорошо, спасибо большое.'],
  ['windows-1253', 'el', 'Καλημέρα κόσμε, τι κάνεις σήμερα;'],
])('the encoding %s of captions in %s is detected', (encoding, language, text) => {
  const { webVtt, remarks } = convert(encoded(subRip(text), encoding), language);
  expect(cuesOf(webVtt)).toEqual([text]);
  expect(remarks).toEqual([expect.stringMatching(/^a\.srt: It was read as (?:windows|iso|koi8)/)]);
});

test('a given encoding does not apply to captions in UTF-8 or UTF-16, and applies to escape sequences', () => {
  expect(cuesOf(convert(Buffer.from(subRip('Grüße')), 'de', 'windows-1252').webVtt)).toEqual(['Grüße']);
  expect(cuesOf(convert(Buffer.from(`\uFEFF${subRip('Hi')}`), 'de', 'windows-1252').webVtt)).toEqual(['Hi']);
  const escapes = Buffer.from(subRip('\u001B$B$3$s\u001B(B'));
  expect(cuesOf(convert(escapes, 'ja', 'iso-2022-jp').webVtt)).toEqual(['こん']);
});

test.each<readonly [string, string, readonly string[], string, string]>([
  [
    'windows-874',
    'th',
    ['สวัสดีครับ', 'คุณสบายดีไหม', 'ขอบคุณมาก'],
    'its encoding is not known',
    ': --captions-encoding windows-874',
  ],
  [
    'windows-874',
    'th',
    ['สวัสดีชาวโลก', 'นี่คือการทดสอบ', 'ขอบคุณ'],
    'it looks like gb18030, which th',
    ': --captions-encoding windows-874',
  ],
  ['windows-1250', 'sr-Latn', ['Šta ćeš?', 'Džez', 'Đak'], 'it looks like', ': --captions-encoding windows-1250'],
  ['windows-1251', 'sr-Latn', ['Шта ћеш?', 'Хвала', 'Ђак'], 'it looks like', ' (--captions-encoding)'],
  ['windows-1256', 'en', ['مرحبا بالعالم كيف حالك'], 'it looks like windows-1256', ' (--captions-encoding)'],
  ['windows-1252', 'ru', ['Für den König', 'wäre das schön'], 'it looks like windows-1252', ' (--captions-encoding)'],
  ['windows-1252', 'hi', ['Für den König', 'wäre das schön'], 'it looks like windows-1252', ' (--captions-encoding)'],
])(
  'a few cues in %s with the language %s are refused with the advice of an encoding of that language, if any',
  (encoding, language, texts, seen, advice) => {
    const refused = (): unknown => convert(encoded(subRip(...texts), encoding), language);
    expect(refused).toThrow(`a.srt is not UTF-8, and ${seen}`);
    expect(refused).toThrow(`Save it as UTF-8, or name its encoding${advice}.`);
  },
);

test('a detected encoding that does not fit the language is refused by name, and is accepted when it is given', () => {
  const bytes = encoded(subRip('Привет, как дела? Всё хорошо, спасибо большое.'), 'windows-1251');
  expect(() => convert(bytes, 'en')).toThrow(
    'a.srt is not UTF-8, and it looks like windows-1251, which en is not written in. Save it as UTF-8, or name its encoding (--captions-encoding).',
  );
  expect(cuesOf(convert(bytes, 'en', 'cp1251').webVtt)).toEqual(['Привет, как дела? Всё хорошо, спасибо большое.']);
  expect(() => convert(bytes, 'en', 'klingon')).toThrow('klingon is no encoding that can be read');
  expect(() => convert(bytes, 'en', 'utf-8')).toThrow('a.srt is not utf-8: some of its bytes are no text in it');
});

test.each([
  ['a style and no cue', 'WEBVTT\n\nSTYLE\n::cue { color: red }\n', 'a.srt has no cue that can be shown.'],
  ['only drawings', script(event('{\\p1}m 0 0 l 1 1')), 'a.srt has no cue that can be shown.'],
  ['cues without text', subRip('', '{\\an8}'), 'a.srt has no cue that can be shown.'],
  ['the text of a letter', 'Dear Sir', `a.srt has no captions that can be read: it is not ${CAPTION_FORMAT_NAMES}.`],
  ['a NUL', subRip('a\0b'), 'a.srt is no text: line 3 has a NUL. Save it as UTF-8, or name its encoding.'],
  [
    'UTF-16 without a byte order mark',
    'W\0E\0B\0',
    'a.srt is no text: line 1 has a NUL. Save it as UTF-8, or name its encoding: --captions-encoding utf-16le.',
  ],
])('captions with %s are refused with the reason', (_, text, message) => {
  expect(() => convert(text)).toThrow(message);
});

test.each([
  ['a.xml', 'XML', '<transcript><text start="1">Hi</text></transcript>'],
  ['a.smi', 'SAMI', Buffer.from('\uFEFF<SAMI><BODY><SYNC Start=1000>', 'utf16le')],
  ['a.en.smi', 'SAMI', Buffer.from('<SAMI><TITLE>\xbe\xc8\xb3\xe7</TITLE>', 'latin1')],
  ['a.mpl', 'MPL2', '[10][20]Hi\n'],
  ['a.sub', 'MicroDVD', '{1}{1}25\n{25}{50}Hi\n'],
  ['a.sub', 'VobSub', Buffer.from('000001ba4400', 'hex')],
  ['a.sup', 'PGS', Buffer.from('5047000000000000', 'hex')],
  ['a.stl', 'STL', Buffer.from('850STL25.01\0\x8f', 'latin1')],
  ['a.json', 'JSON', '{"events": []}'],
])('%s in the unsupported format %s is refused with the name of the format', (name, kind, file) => {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  expect(() => convertCaptions(bytes, { name, languageCode: 'en' })).toThrow(
    `${name} has captions of a kind that is not read here (${kind}). Convert them to .srt or .vtt first`,
  );
});

test('captions are converted by their content, not by their file name, and an archive is refused as such', () => {
  const options = { name: 'a.en.ttml', languageCode: 'en' };
  expect(cuesOf(convertCaptions(Buffer.from(subRip('Hi')), options).webVtt)).toEqual(['Hi']);
  const wide = Buffer.from(`\uFEFF${subRip('{1}{2}')}`, 'utf16le');
  expect(cuesOf(convertCaptions(wide, { ...options, name: 'a.txt' }).webVtt)).toEqual(['{1}{2}']);
  expect(() => convertCaptions(Buffer.from('504b030400000000', 'hex'), options)).toThrow(
    'a.en.ttml is an archive (ZIP), or a document in one, and not captions.',
  );
});

test('cues that no player can show are remarked on with their line', () => {
  const file = 'WEBVTT\n\n00:01,000 --> 00:02,000\nlost\n\n00:03.000 --> 00:04.000\nkept\n';
  expect(convert(file)).toEqual({
    webVtt: file,
    remarks: ['a.srt: Not shown: line 3: the times cannot be read: "00:01,000 --> 00:02,000".'],
  });
});

/** Half of the maximum size of captions: linear work takes seconds on a busy machine, quadratic work hours. */
const SIZE_CHARACTERS = 2_000_000;

test.each([
  ['tags', '<b>'],
  ['open brackets', '<'],
  ['overrides', '{\\an8\\i1}'],
  ['open braces', '{\\'],
  ['ampersands', '&amp;'],
  ['spaces', ' '],
  ['blank lines', '\n'],
  ['arrows', '-->'],
  ['timings', '00:00:01,000 --> 00:00:02,000\n'],
])('two megabytes of %s are converted in time proportional to their size', { timeout: 60_000 }, (_, part) => {
  const text = subRip('first', part.repeat(SIZE_CHARACTERS / part.length), 'last');
  const { webVtt } = convert(text);
  expect(cuesOf(webVtt).at(-1)).toBe('last');
  expect(webVtt.length).toBeLessThan(SIZE_CHARACTERS * 6);
  expect(readCues(`WEBVTT\n\n${text}`).cues).toEqual([]);
  const inside = part.replaceAll('\n', '\\N');
  const event0 = event(inside.repeat(SIZE_CHARACTERS / inside.length));
  expect(() => convert(script(event0, event('last')))).not.toThrow();
});
