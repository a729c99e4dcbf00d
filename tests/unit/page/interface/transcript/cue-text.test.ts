import { expect, test } from 'vitest';
import { plainText, readCueText } from '../../../../../src/page/interface/transcript/cue-text.ts';

const textOf = (markup: string): string => plainText(readCueText(markup).runs);

test.each([
  ['a line break becomes a space', 'one\ntwo', 'one two'],
  ['several spaces become one space', '  one \n  two  ', 'one two'],
  ['a line break before another speaker stays', '- Yes?\n- No.', '- Yes?\n- No.'],
  [
    'tags of bold text, classes, languages and times are removed',
    '<b>a</b> <c.red.big>b</c> <lang en>c</lang> <00:01.5>d',
    'a b c d',
  ],
  ['entities become characters', 'R&amp;B &lt;3&gt;&nbsp;&lrm;!', 'R&B <3> \u200e!'],
  ['an unknown entity stays', 'a &what; b &', 'a &what; b &'],
  ['ruby loses its annotation', '<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>', '漢字'],
  ['an unclosed tag hides the rest, as in captions', 'one <i two', 'one'],
  ['a surplus closing tag is ignored', '</i></rt>one', 'one'],
])('in the text of a cue %s', (_, markup, expected) => {
  expect(textOf(markup)).toBe(expected);
});

test('italic text is a separate run', () => {
  expect(readCueText('Every zoom shows <i.x>the same\nshapes</i> again').runs).toEqual([
    { text: 'Every zoom shows ', isItalic: false },
    { text: 'the same shapes', isItalic: true },
    { text: ' again', isItalic: false },
  ]);
});

test('the speaker of a cue is its first voice', () => {
  expect(readCueText('<v.loud Esme &amp; Co>Hello</v> <v Mary>there').speaker).toBe('Esme & Co');
  expect(readCueText('Hello').speaker).toBe('');
});

test('a cue that consists only of markup has no text', () => {
  expect(readCueText(' <b></b>\n').runs).toEqual([]);
});
