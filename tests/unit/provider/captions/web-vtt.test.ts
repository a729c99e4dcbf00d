import { expect, test } from 'vitest';
import { isWebVtt, readCues } from '../../../../src/provider/captions/web-vtt.ts';
import { plainText } from '../../../../src/provider/captions/plain-text.ts';

test('cues are read beside styles, regions, comments and settings, each with its line', () => {
  const file = [
    'WEBVTT - a title',
    'Kind: captions',
    '',
    'STYLE',
    '::cue { color: red }',
    '',
    'REGION',
    'id:fred',
    '',
    'NOTE a comment',
    'of two lines',
    '',
    'intro',
    '00:01.000 --> 00:02.500 region:fred align:left',
    '<v Tom>Hi</v>',
    'again',
    '01:00:00.000 --> 100:00:00.250',
    'without a blank line before it',
  ].join('\r\n');
  expect(readCues(file)).toEqual({
    cues: [
      { startSeconds: 1, endSeconds: 2.5, line: 14, text: '<v Tom>Hi</v>\nagain' },
      { startSeconds: 3_600, endSeconds: 360_000.25, line: 17, text: 'without a blank line before it' },
    ],
    faults: [],
  });
});

test.each([
  ['00:01,000 --> 00:02,000', 'the times cannot be read: "00:01,000 --> 00:02,000"'],
  ['0:01.000 --> 0:02.000', 'the times cannot be read: "0:01.000 --> 0:02.000"'],
  ['00:61.000 --> 01:02.000', 'the times cannot be read: "00:61.000 --> 01:02.000"'],
  ['00:02.000 --> 00:02.000', 'the cue ends before it begins'],
])('a cue with the timing %s is skipped, and its line is reported', (timing, text) => {
  const { cues, faults } = readCues(`WEBVTT\n\n${timing}\nlost\n\n00:03.000 --> 00:04.000\nkept\n`);
  expect(cues.map((cue) => cue.text)).toEqual(['kept']);
  expect(faults).toEqual([{ line: 3, text }]);
});

test.each([
  ['WEBVTT', true],
  ['\uFEFFWEBVTT\n', true],
  ['WEBVTT\ttitle', true],
  ['WEBVTTX', false],
  [' WEBVTT', false],
  ['', false],
])('whether %j is WebVTT: %s', (text, expected) => {
  expect(isWebVtt(text)).toBe(expected);
});

test.each([
  ['Tom &amp; Jerry', 'Tom & Jerry'],
  ['&amp;lt;', '&lt;'],
  ['<c.big>a</c> <00:01.000>b', 'a b'],
  ['&#65;&#x42;&nbsp;&unknown;', 'AB &unknown;'],
  ['&#0;&#1114112;', ''],
  ['an end <i', 'an end'],
])('the plain text of the cue %j is %j', (text, expected) => {
  expect(plainText(text)).toBe(expected);
});

test('a timing with another arrow is reported, but not within a comment or the text of a cue', () => {
  const file =
    'WEBVTT\n\nNOTE\n00:01.000 -> 00:02.000\n\n00:01.000 -> 00:02.000\nlost\n\n00:03.000 --> 00:04.000\na -> b\n';
  expect(readCues(file)).toMatchObject({
    cues: [{ line: 9, text: 'a -> b' }],
    faults: [{ line: 6, text: 'its times have -> between them, where --> has to be' }],
  });
});
