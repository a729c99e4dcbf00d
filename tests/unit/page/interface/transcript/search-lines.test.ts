import { expect, test } from 'vitest';
import type { TranscriptLine } from '../../../../../src/page/interface/transcript/group-cues.ts';
import { foldText, piecesOf, searchLines } from '../../../../../src/page/interface/transcript/search-lines.ts';

const line = (...texts: readonly string[]): TranscriptLine => ({
  startSeconds: 0,
  runs: texts.map((text, index) => ({ text, isItalic: index % 2 === 1 })),
  text: texts.join(''),
});
const found = (texts: readonly string[], query: string) =>
  searchLines(
    texts.map((text) => line(text)),
    query,
  ).map(({ index, hits }) => [index, ...hits]);

test('a search without words shows every line, and marks nothing', () => {
  expect(found(['one', 'two'], '  ')).toEqual([[0], [1]]);
});

test('a search shows the lines that contain the words, with each place of the words', () => {
  expect(found(['The end of the day', 'night', 'Then'], 'the')).toEqual([
    [0, [0, 3], [11, 14]],
    [2, [0, 3]],
  ]);
});

test('a search ignores spaces around the words and repeated spaces between them', () => {
  expect(found(['the same shapes'], ' same  shapes ')).toEqual([[0, [4, 15]]]);
});

test.each([
  ['accents of the line', 'Voilà l’Été', 'ete', [8, 11]],
  ['accents of the search', 'voila', 'VOILÀ', [0, 5]],
  ['marks of Arabic letters', 'آخر', 'اخر', [0, 3]],
  ['the longer lower case of a letter before the hit', 'İzmir', 'zmir', [1, 5]],
  ['emoji before the hit', '👍 Ça va', 'ca va', [3, 8]],
])('a search ignores %s, and marks the hit at its place', (_, text, query, place) => {
  expect(found([text], query)).toEqual([[0, place]]);
});

test('a search does not find parts of Korean syllables', () => {
  expect(found(['한국'], '하')).toEqual([]);
  expect(foldText('한국')).toBe('한국');
});

test('a found line is split where hits and italics begin and end', () => {
  const [shown] = searchLines([line('we see ', 'the same', ' again')], 'see the');
  expect(shown && piecesOf(shown)).toEqual([
    { text: 'we ', isItalic: false, isHit: false },
    { text: 'see ', isItalic: false, isHit: true },
    { text: 'the', isItalic: true, isHit: true },
    { text: ' same', isItalic: true, isHit: false },
    { text: ' again', isItalic: false, isHit: false },
  ]);
});
