import { expect, test } from 'vitest';
import type { CaptionScreen } from '../../../../../../protocol/runtime/media/caption-screen.ts';
import { pictureCues } from '../../../../../../workers/media/engine/captions/picture-cues.ts';

const ROW = 32;

/** A screen of fifteen rows with the given texts by row number; text between `_` is italic. */
function screen(texts: Readonly<Record<number, string>>): CaptionScreen {
  return {
    rows: Array.from({ length: 15 }, (_, number) => {
      let italics = false;
      const chars: { uchar: string; penState: { italics: boolean } }[] = [];
      for (const uchar of texts[number] ?? '') {
        if (uchar === '_') italics = !italics;
        else chars.push({ uchar, penState: { italics } });
      }
      while (chars.length < ROW) chars.push({ uchar: ' ', penState: { italics: false } });
      return { chars };
    }),
  };
}

test('adjacent rows of a caption screen are one cue, and separate rows are separate cues', () => {
  const cues = pictureCues(1, 2, screen({ 0: 'top', 13: '    one', 14: '  two' }));
  expect(cues.map(({ text, lineAlign }) => [text, lineAlign])).toEqual([
    ['top', 'start'],
    ['one\ntwo', 'end'],
  ]);
  expect(cues.map(({ line, position }) => [line, position])).toEqual([
    [10, 10],
    [90, 15],
  ]);
});

test('the text of a picture cue is escaped, and italics become markup', () => {
  expect(pictureCues(1, 2, screen({ 14: '<b> & _so_' })).map(({ text }) => text)).toEqual([
    '&lt;b&gt; &amp; <i>so</i>',
  ]);
});

test('an empty caption screen has no cue, and every cue has a positive duration', () => {
  expect(pictureCues(1, 2, screen({}))).toEqual([]);
  const [cue] = pictureCues(1, 1, screen({ 14: 'now' }));
  expect((cue?.endTime ?? 0) > 1).toBe(true);
});
