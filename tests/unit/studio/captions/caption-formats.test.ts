import { expect, test } from 'vitest';
import { readCues } from '../../../../src/provider/captions/web-vtt.ts';
import { convert, cuesOf, ttml } from './support/converted-cues.ts';

/** An SCC caption `Hi` in row 14, with each control code sent twice, which is erased a second later. */
const POP_ON = (hour: string, mark = ':'): string =>
  `Scenarist_SCC V1.0\r\n\r\n${hour}:00:01${mark}00\t9420 9420 9440 9440 c8e9 942f 942f\r\n\r\n${hour}:00:02${mark}00\t942c 942c\r\n`;

test('SCC is decoded at the NTSC frame rate, with the position of its row', () => {
  const [cue, ...others] = cuesOf(POP_ON('00'));
  // The sixth code pair shows the caption, five pictures after the second; a second of tape lasts 1.001 s.
  expect(cue).toBe('1.168–2.002 line:84.67%,end position:10%,line-left align:left Hi');
  expect(others).toEqual([]);
});

test.each([':', ';'])('whole hours of a tape timecode with "%s" are subtracted, with a remark', (mark) => {
  const start = (hour: string): number | undefined =>
    readCues(convert(POP_ON(hour, mark)).webVtt).cues[0]?.startSeconds;
  expect(start('10')).toBeCloseTo(start('00') ?? 0, 2);
  expect(convert(POP_ON('01', mark)).remarks).toEqual([
    'a.en.ttml: Its times are a tape’s: they are shown 1 hour earlier.',
  ]);
});

test('drop-frame timecodes are converted without the dropped frame numbers, other timecodes at the NTSC rate', () => {
  const start = (text: string): number | undefined => readCues(convert(text).webVtt).cues[0]?.startSeconds;
  const late = POP_ON('00', ';').replace('00:00:01', '00:50:01').replace('00:00:02', '00:50:02');
  expect(start(late)).toBeCloseTo(50 * 60 + 1.168, 1);
  expect(start(late.replaceAll(';', ':'))).toBeCloseTo((50 * 60 + 1.168) * 1.001, 1);
});

test('roll-up captions become one cue for each line, not for each letter', () => {
  const lines = [
    '00:00:01:00\t9425 94ad 9470 46c9 d2d3 54',
    '00:00:04:00\t9425 94ad 9470 d3c5 434f ce44',
    '00:00:07:00\t942c',
  ];
  expect(cuesOf(`Scenarist_SCC V1.0\n${lines.join('\n')}\n`).map((cue) => cue.replace(/.* align:left /s, ''))).toEqual([
    'FIRST',
    'FIRST\nSECOND',
  ]);
});

test('a colour of a roll-up line is remarked on once, not for each letter', () => {
  const lines = ['00:00:01:00\t9425 94ad 91c2 46c9 d2d3 54', '00:00:07:00\t942c'];
  expect(convert(`Scenarist_SCC V1.0\n${lines.join('\n')}\n`).remarks).toEqual([
    'a.en.ttml: WebVTT cannot hold all of it: 1 colour left out.',
  ]);
});

test('cues before the first hour of a tape, unreadable lines and lost styles are remarked on', () => {
  const [header, , early, , erased] = POP_ON('00').replaceAll('00:00:0', '00:59:5').split('\r\n');
  const tape = [header, early, erased, 'garbage', ...POP_ON('01').split('\r\n').slice(1)]
    .join('\n')
    .replaceAll('9440', '94c3');
  expect(convert(tape).remarks.map((remark) => remark.replace('a.en.ttml: ', ''))).toEqual([
    'Its times are a tape’s: they are shown 1 hour earlier.',
    'Left out, as it is before the programme: Hi',
    'WebVTT cannot hold all of it: 2 colours, 2 underlines, 1 unreadable line left out.',
  ]);
  expect(cuesOf(tape.replace('00:59:52:00', '01:00:00:15'))).toHaveLength(2);
});

test('the second channel of SCC is read if the first is empty', () => {
  const codes = { 9420: '1c20', 9440: '1c40', '942f': '1c2f', '942c': '1c2c' };
  const second = Object.entries(codes).reduce((text, [code, other]) => text.replaceAll(code, other), POP_ON('00'));
  expect(cuesOf(second)).toEqual([expect.stringMatching(/ Hi$/)]);
});

test.each([
  [
    'SBV',
    '0:00:01.500,0:00:02.000\nHi & <i>you</i>\nthere\n\n1:00:00.000,1:00:01.000\n12\n',
    ['1.5–2 Hi &amp; <i>you</i>\nthere', '3600–3601 12'],
  ],
  ['SubViewer', '[INFORMATION]\n[TITLE]x\n[SUBTITLE]\n00:00:01.50,00:00:02.00\nHi[br]you\n', ['1.5–2 Hi\nyou']],
])('%s captions are converted to cues', (_, text, expected) => {
  expect(cuesOf(text)).toEqual(expected);
});

test('a line of LRC is shown at each of its times, until the next line', () => {
  const song = '[ti:Song]\n[offset:+500]\n[00:01.50][00:10.5]La <00:02.00>la\n[00:03.00]\n[00:04.125]1 < 2\n';
  expect(cuesOf(song)).toEqual(['1–2.5 La la', '3.625–10 1 &lt; 2', '10–15 La la']);
  expect(cuesOf('[00:01.00]a\n[00:01.00]b\n[00:02.00][00:02.50]c\n')).toEqual(['1–2 a\nb', '2–2.5 c', '2.5–7.5 c']);
  expect(convert(song, 'a.lrc').remarks).toEqual(['a.lrc: WebVTT cannot hold all of it: 1 word time left out.']);
});

/** A tenth of the maximum size of captions; quadratic work would take many minutes. */
const SIZE_CHARACTERS = 400_000;

test.each([
  ['paragraphs of TTML', '<p begin="1s" end="2s">a</p>'],
  ['tags of TTML', '<p><span>'],
  ['comments', '<!-- -->'],
  ['sections without an end', '<![CDATA['],
  ['lines of SCC', '\n00:00:01:00\t942c'],
  ['lines of SBV', '0:00:01.000,0:00:02.000\na\n\n'],
  ['lines of LRC', '[00:01.00]a\n'],
  ['times of LRC', '[00:01.00]'],
])('400 kB of %s are converted in time proportional to their size', { timeout: 60_000 }, (_, part) => {
  const repeated = part.repeat(SIZE_CHARACTERS / part.length);
  for (const text of [ttml(repeated), `Scenarist_SCC V1.0\n${repeated}`, repeated])
    try {
      expect(convert(text).webVtt.length).toBeLessThan(SIZE_CHARACTERS * 4);
    } catch (error) {
      expect(error).toHaveProperty('message', expect.stringContaining('a.en.ttml'));
    }
});
