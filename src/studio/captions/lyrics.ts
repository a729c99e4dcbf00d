import { escapeCueText } from '../../../protocol/runtime/media/escape-cue-text.ts';
import { linesOf, writeWebVtt } from './cue-text.ts';
import { arranged } from './cue-times.ts';
import { UNREADABLE, type Losses } from './losses.ts';

/** A line of LRC: one or more times, then the text. */
const LINE = /^[ \t]*((?:\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\][ \t]*)+)(.*)$/;
const TIME = /\[(\d+):(\d+)(?:[.:](\d+))?\]/g;
/** Milliseconds by which all lines are shown earlier. */
const OFFSET = /^[ \t]*\[offset:[ \t]*([+-]?\d+)[ \t]*\]/im;
/** The time of a word within its line. */
const WORD_TIME = /[<[]\d+:\d+(?:[.:]\d+)?[>\]][ \t]*/g;
/** A metadata line, such as title or artist. */
const FACT = /^[ \t]*\[[a-z#]+:.*\][ \t]*$/i;

export const isLyrics = (text: string): boolean => linesOf(text).some((line) => LINE.test(line));

/** Converts LRC, the text of a song, to WebVTT: a line lasts until the next line; an empty line only ends the line before it. */
export function convertLyrics(text: string, losses: Losses): string {
  const offsetSeconds = Number(OFFSET.exec(text)?.[1] ?? 0) / 1_000;
  const cues = linesOf(text).flatMap((line) => {
    const [, times = '', words = ''] = LINE.exec(line) ?? [];
    if (times === '' && line.trim() !== '' && !FACT.test(line)) losses.add(UNREADABLE);
    const plain = words.replaceAll(WORD_TIME, () => {
      losses.add('word time');
      return '';
    });
    return [...times.matchAll(TIME)].map(([, minutes, seconds, fraction = '0']) => ({
      startSeconds: Math.max(0, Number(minutes) * 60 + Number(`${seconds}.${fraction}`) - offsetSeconds),
      endSeconds: Infinity,
      settings: '',
      text: escapeCueText(plain.trim()),
    }));
  });
  return writeWebVtt(arranged(cues));
}
