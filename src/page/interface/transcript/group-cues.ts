import { plainText, readCueText, type TextRun } from './cue-text.ts';

/** Text and time of a cue. */
export interface PlainCue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** With its markup. */
  readonly text: string;
}

/** A line of a transcript: text that belongs together, of one cue or several. */
export interface TranscriptLine {
  readonly startSeconds: number;
  readonly runs: readonly TextRun[];
  /** The whole text of the line, for search and copies. */
  readonly text: string;
}

interface Passage extends TranscriptLine {
  readonly endSeconds: number;
  readonly speaker: string;
}

/** A longer silence ends a line. */
const GAP_MAX_SECONDS = 1;
/** Cues that follow within this time may repeat rows of the cue before, as roll-up captions do. */
const ROLL_UP_SECONDS = 0.1;
/** Limits of a line without the end of a sentence: about two rows in a narrow panel, and a few seconds of the video. */
const LINE_MAX_CHARACTERS = 120;
const LINE_MAX_SECONDS = 12;

const SENTENCE_END = /[.!?…。!?؟۔।][\s"'”’»)\]]*$/u;
/** A sound, a song or another person begins a new line. */
const BEGINS_ANOTHER = /^[-–—[((♪#]/u;
const IS_SOUND = /^[[((♪#]/u;
/** Scripts that have no spaces between words. */
const UNSPACED = /[\u3000-\u9fff\uff00-\uffef]$/u;

/** Converts cues in order of time to lines: parts of sentences are joined, and repeated rows of roll-up captions removed. */
export function groupCues(cues: readonly PlainCue[]): readonly TranscriptLine[] {
  const passages: Passage[] = [];
  let before: PlainCue | null = null;
  for (const cue of cues) {
    const next = passageOf(withoutRepeats(cue, before));
    before = cue;
    if (next === null) continue;
    const last = passages.at(-1);
    if (last !== undefined && continues(last, next)) passages[passages.length - 1] = joined(last, next);
    else passages.push(next);
  }
  return withSpeakers(passages);
}

function passageOf({ startSeconds, endSeconds, text }: PlainCue): Passage | null {
  const { runs, speaker } = readCueText(text);
  return runs.length === 0 ? null : { startSeconds, endSeconds, runs, speaker, text: plainText(runs) };
}

/** Removes rows at the top that the cue before has shown already. */
function withoutRepeats(cue: PlainCue, before: PlainCue | null): PlainCue {
  if (before === null || cue.startSeconds - before.endSeconds > ROLL_UP_SECONDS) return cue;
  const rows = rowsOf(cue.text);
  if (!mayRepeat(rows[0] ?? '', before.text)) return cue;
  const shown = rowsOf(before.text).map(plainRow);
  const first = rows.findIndex((row) => !shown.includes(plainRow(row)));
  return first === 0 ? cue : { ...cue, text: first < 0 ? '' : rows.slice(first).join('\n') };
}

/** A cheap test that excludes nearly every cue before its rows are compared. */
const mayRepeat = (row: string, shown: string): boolean => shown.includes(row.trim()) || /[<&]/.test(row + shown);
const rowsOf = (text: string): string[] => text.split('\n').filter((row) => row.trim() !== '');
const plainRow = (row: string): string => plainText(readCueText(row).runs);

function continues(last: Passage, next: Passage): boolean {
  return (
    last.speaker === next.speaker &&
    next.startSeconds - last.endSeconds <= GAP_MAX_SECONDS &&
    next.endSeconds - last.startSeconds <= LINE_MAX_SECONDS &&
    last.text.length + next.text.length <= LINE_MAX_CHARACTERS &&
    !SENTENCE_END.test(last.text) &&
    !IS_SOUND.test(last.text) &&
    !BEGINS_ANOTHER.test(next.text)
  );
}

function joined(last: Passage, next: Passage): Passage {
  const space = UNSPACED.test(last.text) ? '' : ' ';
  const runs = [...last.runs, { text: space, isItalic: false }, ...next.runs].filter(({ text }) => text !== '');
  return { ...last, endSeconds: Math.max(last.endSeconds, next.endSeconds), runs, text: plainText(runs) };
}

/** Puts the speaker's name before a line if the line before has another speaker. */
function withSpeakers(passages: readonly Passage[]): readonly TranscriptLine[] {
  return passages.map(({ startSeconds, runs, text, speaker }, index) => {
    if (speaker === '' || speaker === passages[index - 1]?.speaker) return { startSeconds, runs, text };
    const name = `${speaker}: `;
    return { startSeconds, runs: [{ text: name, isItalic: false }, ...runs], text: name + text };
  });
}
