import { escapeCueText } from '../../../protocol/runtime/media/escape-cue-text.ts';
import { linesOf, writeWebVtt } from './cue-text.ts';
import type { Losses } from './losses.ts';

/** A line of LRC: one or more times, then the text. */
const LINE = /^[ \t]*((?:\[\d{1,3}:\d{1,2}(?:[.:]\d{1,3})?\][ \t]*)+)(.*)$/;
const TIME = /\[(\d+):(\d+)(?:[.:](\d+))?\]/g;
/** Milliseconds by which all lines are shown earlier. */
const OFFSET = /^[ \t]*\[offset:[ \t]*([+-]?\d+)[ \t]*\]/im;
/** The time of a word within its line. */
const WORD_TIME = /<\d+:\d+(?:[.:]\d+)?>[ \t]*/g;

/** A line is sung until the next one begins; the last for so long. */
const LAST_LINE_SECONDS = 5;

export const isLyrics = (text: string): boolean => linesOf(text).some((line) => LINE.test(line));

/** WebVTT of LRC, the text of a song: a line lasts until the next, and one without text ends the line before it. */
export function convertLyrics(text: string, losses: Losses): string {
  const offsetSeconds = Number(OFFSET.exec(text)?.[1] ?? 0) / 1_000;
  const starts = linesOf(text).flatMap((line) => {
    const [, times = '', words = ''] = LINE.exec(line) ?? [];
    const plain = words.replaceAll(WORD_TIME, () => {
      losses.add('word time');
      return '';
    });
    return [...times.matchAll(TIME)].map(([, minutes, seconds, fraction = '0']) => ({
      startSeconds: Math.max(0, Number(minutes) * 60 + Number(`${seconds}.${fraction}`) - offsetSeconds),
      text: escapeCueText(plain.trim()),
    }));
  });
  starts.sort((left, right) => left.startSeconds - right.startSeconds);
  const cues = starts.map((start, index) => ({
    ...start,
    endSeconds: starts[index + 1]?.startSeconds ?? start.startSeconds + LAST_LINE_SECONDS,
    settings: '',
  }));
  return writeWebVtt(cues);
}
