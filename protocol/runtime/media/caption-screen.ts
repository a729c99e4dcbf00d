import { escapeCueText } from './escape-cue-text.ts';

/** The screen of a CEA-608 decoder. */
export interface CaptionScreen {
  readonly rows: readonly { readonly chars: readonly CaptionCharacter[]; cueStartTime?: number | null }[];
}

interface CaptionCharacter {
  readonly uchar: string;
  readonly penState: { readonly italics: boolean; readonly foreground?: string | null; readonly underline?: boolean };
}

/** Text of a cue that begins at the left of its place, in percent of the picture. */
export interface ScreenCue {
  /** Markup of WebVTT. */
  readonly text: string;
  readonly linePercent: number;
  /** Whether the text grows downwards or upwards from its line. */
  readonly lineAlign: 'start' | 'end';
  readonly positionPercent: number;
}

interface Line {
  readonly row: number;
  readonly indent: number;
  readonly text: string;
}

/** The screen has 15 rows of 32 columns, inside a margin of a tenth on each side (CTA-608-E). */
const ROWS = 15;
const COLUMNS = 32;
const MARGIN_PERCENT = 10;
const SCREEN_PERCENT = 100 - 2 * MARGIN_PERCENT;

/**
 * Cues of the rows that a CEA-608 decoder shows from a time on, one cue for consecutive rows. Rows are placed in percent, because 15
 * lines of the viewer's text size might not fit. With larger text, cues of the lower half grow upwards, other cues downwards.
 */
export function screenCues(startSeconds: number, { rows }: CaptionScreen): ScreenCue[] {
  const groups: Line[][] = [];
  for (const [number, row] of rows.entries()) {
    const line = lineOf(number, row.chars);
    if (line === undefined) continue;
    // The decoder reads this time to clear rows of roll-up captions that have been shown.
    row.cueStartTime = startSeconds;
    const last = groups[groups.length - 1];
    if (last !== undefined && last[last.length - 1]?.row === number - 1) last.push(line);
    else groups.push([line]);
  }
  return groups.map(cueOf);
}

function lineOf(row: number, chars: readonly CaptionCharacter[]): Line | undefined {
  const whole = chars.map(({ uchar }) => uchar).join('');
  const indent = whole.length - whole.trimStart().length;
  const length = whole.trim().length;
  if (length === 0) return undefined;
  let text = '';
  let isItalic = false;
  for (const { uchar, penState } of chars.slice(indent, indent + length)) {
    if (penState.italics !== isItalic) text += isItalic ? '</i>' : '<i>';
    isItalic = penState.italics;
    text += escapeCueText(uchar);
  }
  return { row, indent, text: isItalic ? `${text}</i>` : text };
}

function cueOf(lines: readonly Line[]): ScreenCue {
  const first = lines[0]?.row ?? 0;
  const isLow = first >= ROWS / 2;
  const indent = Math.min(...lines.map((line) => line.indent));
  return {
    text: lines.map(({ text }) => text).join('\n'),
    linePercent: MARGIN_PERCENT + ((isLow ? first + lines.length : first) / ROWS) * SCREEN_PERCENT,
    lineAlign: isLow ? 'end' : 'start',
    positionPercent: MARGIN_PERCENT + (indent / COLUMNS) * SCREEN_PERCENT,
  };
}
