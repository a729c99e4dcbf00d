import type { TextRun } from './cue-text.ts';
import type { TranscriptLine } from './group-cues.ts';

/** Part of a text, from `start` to before `end`. */
export type Range = readonly [start: number, end: number];

/** A shown line, with the matches of the search in it. */
export interface ShownLine {
  readonly line: TranscriptLine;
  /** Index in the whole transcript. */
  readonly index: number;
  readonly hits: readonly Range[];
}

/** A piece of a line that is drawn in one style. */
export interface Piece extends TextRun {
  readonly isHit: boolean;
}

const folded = new Map<string, string>();

/**
 * Removes case and accents, one character for each original character, so that indexes match in both texts. Only marks are removed: the
 * parts of a Korean syllable are letters.
 */
export function foldText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text.toLowerCase();
  return Array.from({ length: text.length }, (_, place) => foldUnit(text.charAt(place))).join('');
}

function foldUnit(unit: string): string {
  const known = folded.get(unit);
  if (known !== undefined) return known;
  const [base = unit, ...rest] = unit.normalize('NFD');
  const letter = rest.every((mark) => /\p{M}/u.test(mark)) ? base : unit;
  const lower = letter.toLowerCase();
  const result = lower.length === unit.length ? lower : unit;
  folded.set(unit, result);
  return result;
}

/** Folded texts, made at the first search. */
const foldedLines = new WeakMap<TranscriptLine, string>();

function foldedOf(line: TranscriptLine): string {
  const known = foldedLines.get(line) ?? foldText(line.text);
  foldedLines.set(line, known);
  return known;
}

/** The lines that contain the words of the query, in this order, with the places of the matches; all lines for an empty query. */
export function searchLines(lines: readonly TranscriptLine[], query: string): readonly ShownLine[] {
  const words = foldText(query).trim().replace(/\s+/g, ' ');
  if (words === '') return lines.map((line, index) => ({ line, index, hits: [] }));
  return lines.flatMap((line, index) => {
    const hits = placesIn(foldedOf(line), words);
    return hits.length === 0 ? [] : [{ line, index, hits }];
  });
}

function placesIn(text: string, words: string): readonly Range[] {
  const places: Range[] = [];
  for (let start = text.indexOf(words); start >= 0; start = text.indexOf(words, start + words.length))
    places.push([start, start + words.length]);
  return places;
}

/** Cuts a line where italics or hits begin or end. */
export function piecesOf({ line, hits }: Pick<ShownLine, 'line' | 'hits'>): readonly Piece[] {
  const pieces: Piece[] = [];
  let runStart = 0;
  for (const { text, isItalic } of line.runs) {
    const runEnd = runStart + text.length;
    const cuts = [runStart, ...hits.flat().filter((place) => place > runStart && place < runEnd), runEnd];
    cuts.slice(1).forEach((end, index) => {
      const start = cuts[index] ?? runStart;
      const isHit = hits.some(([from, to]) => start >= from && end <= to);
      pieces.push({ text: line.text.slice(start, end), isItalic, isHit });
    });
    runStart = runEnd;
  }
  return pieces;
}
