import { escapeCueText } from '../../../protocol/runtime/media/escape-cue-text.ts';
import {
  applyOverrides,
  linesOf,
  noOverrides,
  settingsOfPlace,
  writeWebVtt,
  type ConvertedCue,
  type Overrides,
} from './cue-text.ts';
import { BACKWARDS, type Losses } from './losses.ts';

const TIME = String.raw`(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[,.:;](\d{1,3}))?`;
const SUB_RIP_TIMING = new RegExp(String.raw`^\s*${TIME}\s*--?>\s*${TIME}(.*)$`);
/** `0:00:01.500,0:00:02.500` of YouTube's SBV; SubViewer 2 writes hundredths instead. */
const SUB_VIEWER_TIMING = new RegExp(String.raw`^\s*${TIME}\s*,\s*${TIME}\s*$`);

const hasLine = (text: string, timing: RegExp): boolean => linesOf(text).some((line) => timing.test(line));
export const isSubRip = (text: string): boolean => hasLine(text, SUB_RIP_TIMING);
export const isSubViewer = (text: string): boolean => hasLine(text, SUB_VIEWER_TIMING);

/**
 * Converts SubRip, which has no specification, to WebVTT: the text of a cue ends at the number and timing of the next cue, HTML tags
 * for italics, bold and underline are markup, and everything else is text.
 */
export const convertSubRip = (text: string, losses: Losses): string => convert(linesOf(text), SUB_RIP_TIMING, losses);

/** Converts SubViewer to WebVTT: it is SubRip with other timings, and with `[br]` for some line breaks. */
export const convertSubViewer = (text: string, losses: Losses): string =>
  convert(linesOf(text.replaceAll(/\[br\]/gi, '\n')), SUB_VIEWER_TIMING, losses);

function convert(lines: readonly string[], timing: RegExp, losses: Losses): string {
  const timings = lines.flatMap((line, at) => {
    const fields = timing.exec(line);
    return fields === null ? [] : [{ at, fields: fields.slice(1) }];
  });
  const cues = timings.map(({ at, fields }, index) => {
    const next = timings[index + 1]?.at;
    // The line above a timing is the number of its cue.
    const end = next === undefined ? lines.length : isNumber(lines[next - 1]) ? next - 1 : next;
    return convertCue(fields, lines.slice(at + 1, Math.max(at + 1, end)).join('\n'), losses);
  });
  return writeWebVtt(cues);
}

const isNumber = (line: string | undefined): boolean => /^\s*\d+\s*$/.test(line ?? '');

function convertCue(fields: readonly string[], text: string, losses: Losses): ConvertedCue {
  if (/[XY]\d:/.test(fields[8] ?? '')) losses.add('pair of coordinates');
  const overrides = noOverrides();
  const converted = convertText(text, overrides, losses);
  const [startSeconds, endSeconds] = [secondsOf(fields.slice(0, 4)), secondsOf(fields.slice(4, 8))];
  if (endSeconds <= startSeconds) losses.add(BACKWARDS);
  return {
    startSeconds,
    endSeconds,
    settings: overrides.place === undefined ? '' : settingsOfPlace(overrides.place),
    text: converted,
  };
}

function secondsOf([hours, minutes, seconds, fraction = '0']: readonly (string | undefined)[]): number {
  const milliseconds = Number(fraction.padEnd(3, '0'));
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + milliseconds / 1_000;
}

const MARKUP =
  /<(\/?)(b|i|u|s|font)(\s[^<>]*)?>|\{(\\[^{}]*)\}|&(?:amp|lt|gt|nbsp|lrm|rlm|#\d{1,7}|#x[\da-f]{1,6});|&|<+|>+/gi;

function convertText(text: string, overrides: Overrides, losses: Losses): string {
  return text
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(MARKUP, (found, slash?: string, tag?: string, _attributes?: string, codes?: string) => {
      if (codes !== undefined) return applyOverrides(codes, overrides, losses);
      if (tag === undefined) return /^&./.test(found) ? found : escapeCueText(found);
      const name = tag.toLowerCase();
      if (name !== 'font' && name !== 's') return `<${slash}${name}>`;
      if (slash === '') losses.add(name === 'font' ? 'font' : 'strike-through');
      return '';
    });
}
