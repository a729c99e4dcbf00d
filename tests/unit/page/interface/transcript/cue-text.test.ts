import { expect, test } from 'vitest';
import { plainText, readCueText } from '../../../../../src/page/interface/transcript/cue-text.ts';

const textOf = (markup: string): string => plainText(readCueText(markup).runs);

test.each([
  ['a break is a space', 'one\ntwo', 'one two'],
  ['spaces are one', '  one \n  two  ', 'one two'],
  ['a break before another person who speaks stays', '- Yes?\n- No.', '- Yes?\n- No.'],
  [
    'bold, classes, languages and times leave no trace',
    '<b>a</b> <c.red.big>b</c> <lang en>c</lang> <00:01.5>d',
    'a b c d',
  ],
  ['entities are characters', 'R&amp;B &lt;3&gt;&nbsp;&lrm;!', 'R&B <3> \u200e!'],
  ['an unknown entity stays', 'a &what; b &', 'a &what; b &'],
  ['ruby is without its annotation', '<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>', '漢字'],
  ['a tag without an end hides the rest, as in captions', 'one <i two', 'one'],
  ['a closing tag too much is ignored', '</i></rt>one', 'one'],
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

test('the first voice is the speaker', () => {
  expect(readCueText('<v.loud Esme &amp; Co>Hello</v> <v Mary>there').speaker).toBe('Esme & Co');
  expect(readCueText('Hello').speaker).toBe('');
});

test('a cue of markup alone has no text', () => {
  expect(readCueText(' <b></b>\n').runs).toEqual([]);
});
