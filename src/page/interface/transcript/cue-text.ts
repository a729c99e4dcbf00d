/** Text in one style. */
export interface TextRun {
  readonly text: string;
  readonly isItalic: boolean;
}

/** A cue's text without its markup. */
export interface CueText {
  readonly runs: readonly TextRun[];
  /** Name of the first voice; empty without one. */
  readonly speaker: string;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: ' ',
  lrm: '\u200e',
  rlm: '\u200f',
};

/** A tag up to its end or the end of the text, or the text between two tags. */
const PARTS = /<[^>]*>?|[^<]+/g;
const TAG = /^<(\/?)(i|v|rt)(?:[\s.][^>]*)?>?$/;

/**
 * Converts WebVTT markup to plain text with italics. Parsed by hand: the browser's parser creates a tree of nodes for each cue, and only
 * visible cues are drawn. Ruby annotations are left out, since they would be read in the middle of their words.
 */
export function readCueText(markup: string): CueText {
  // Most cues have no markup.
  if (!/[<&]/.test(markup)) return { runs: trimmed([{ text: flowing(markup), isItalic: false }]), speaker: '' };
  const runs: TextRun[] = [];
  const depth = { i: 0, v: 0, rt: 0 };
  let speaker = '';
  for (const part of markup.match(PARTS) ?? []) {
    const [, slash, name] = TAG.exec(part) ?? [];
    if (name === 'i' || name === 'v' || name === 'rt') {
      depth[name] = Math.max(0, depth[name] + (slash === '/' ? -1 : 1));
      if (name === 'v' && slash === '') speaker ||= speakerOf(part);
    } else if (!part.startsWith('<') && depth.rt === 0) addRun(runs, decode(part), depth.i > 0);
  }
  return { runs: trimmed(runs), speaker };
}

export const plainText = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join('');

/** The speaker of a tag such as `<v.loud Esme>`. */
const speakerOf = (tag: string): string => decode(/\s+([^>]*)/.exec(tag)?.[1] ?? '').trim();

function decode(text: string): string {
  return text.replace(/&(\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity).replaceAll('\u00a0', ' ');
}

/** Text as one line: line breaks are made for the picture, except for breaks between two speakers. */
function flowing(text: string): string {
  return text.replace(/\s*\n\s*([-–—])?|\s{2,}/g, (_, dash?: string) => (dash === undefined ? ' ' : `\n${dash}`));
}

function addRun(runs: TextRun[], text: string, isItalic: boolean): void {
  const last = runs.at(-1);
  if (last?.isItalic === isItalic) runs[runs.length - 1] = { text: last.text + flowing(text), isItalic };
  else runs.push({ text: flowing(text), isItalic });
}

function trimmed(runs: readonly TextRun[]): readonly TextRun[] {
  const end = runs.length - 1;
  return runs
    .map(({ text, isItalic }, index) => {
      const fromStart = index === 0 ? text.trimStart() : text;
      return { text: index === end ? fromStart.trimEnd() : fromStart, isItalic };
    })
    .filter(({ text }) => text !== '');
}
