import { expect, test } from 'vitest';
import { groupCues, type PlainCue } from '../../../../../src/page/interface/transcript/group-cues.ts';

/** Cues that follow each other without a gap, two seconds each. */
const inTurn = (...texts: readonly string[]): PlainCue[] =>
  texts.map((text, index) => ({ startSeconds: index * 2, endSeconds: index * 2 + 2, text }));
const linesOf = (cues: readonly PlainCue[]) => groupCues(cues).map(({ startSeconds, text }) => [startSeconds, text]);

test('cues of one sentence are one line, which begins with the first cue', () => {
  expect(linesOf(inTurn('When the light', 'turns warm,', 'the day ends.', 'Night falls.'))).toEqual([
    [0, 'When the light turns warm, the day ends.'],
    [6, 'Night falls.'],
  ]);
});

test.each(['“No.”', 'Really?)', '終わり。', 'نعم؟', 'अंत।', 'Wait…'])('a sentence ends with %s', (end) => {
  expect(linesOf(inTurn(end, 'more'))).toHaveLength(2);
});

test.each([
  ['a sound', '[soft bells]', 'and then'],
  ['a song', '♪ la la ♪', 'and then'],
  ['a line before a sound', 'and then', '(laughs)'],
  ['a line before another speaker', 'and then', '- No'],
])('%s is a separate transcript line', (_, first, second) => {
  expect(linesOf(inTurn(first, second))).toHaveLength(2);
});

test('a gap of more than a second between cues ends a transcript line', () => {
  const [first, second] = inTurn('and', 'then');
  expect(linesOf([first, { ...second, startSeconds: 3.1, endSeconds: 5 }] as PlainCue[])).toHaveLength(2);
  expect(linesOf([first, { ...second, startSeconds: 2.9, endSeconds: 5 }] as PlainCue[])).toHaveLength(1);
});

test('text without sentences is cut into lines of limited length and duration', () => {
  const words = inTurn(...Array.from({ length: 60 }, (_, index) => `word ${index}`));
  const lines = groupCues(words);
  expect(lines.map(({ startSeconds }) => startSeconds)).toEqual(Array.from({ length: 10 }, (_, index) => index * 12));
  const long = groupCues(inTurn('x'.repeat(70), 'y'.repeat(60), 'z'.repeat(40)));
  expect(long.map(({ text }) => text.length)).toEqual([70, 101]);
});

test('cues in a script without spaces are joined without a space', () => {
  expect(linesOf(inTurn('今日は', 'いい天気です。'))).toEqual([[0, '今日はいい天気です。']]);
});

test('a line names its speaker if the previous line had another speaker', () => {
  expect(linesOf(inTurn('<v Ann>One.', '<v Ann>Two.', '<v Ben>Three', '<v Ann>four.', 'Five.'))).toEqual([
    [0, 'Ann: One.'],
    [2, 'Two.'],
    [4, 'Ben: Three'],
    [6, 'Ann: four.'],
    [8, 'Five.'],
  ]);
  expect(groupCues(inTurn('<v Ann><i>One.</i>'))[0]?.runs).toEqual([
    { text: 'Ann: ', isItalic: false },
    { text: 'One.', isItalic: true },
  ]);
});

test('each line of roll-up captions is in the transcript once', () => {
  const cues: PlainCue[] = [
    { startSeconds: 0, endSeconds: 2, text: 'hello there' },
    { startSeconds: 2, endSeconds: 2.01, text: 'hello <c>there</c>\n ' },
    { startSeconds: 2.01, endSeconds: 4, text: 'hello there\nhow are you' },
    { startSeconds: 4, endSeconds: 6, text: 'how are you\nfine thanks' },
  ];
  expect(linesOf(cues)).toEqual([[0, 'hello there how are you fine thanks']]);
});
