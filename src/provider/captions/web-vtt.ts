/** A cue of a WebVTT file. */
export interface Cue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** Text of the cue with its markup, as in the file. */
  readonly text: string;
  /** Line of its timing in the file, from 1. */
  readonly line: number;
}

/** A part of a WebVTT file that no player shows. */
export interface WebVttFault {
  readonly line: number;
  readonly text: string;
}

export interface WebVtt {
  readonly cues: readonly Cue[];
  readonly faults: readonly WebVttFault[];
}

const SIGNATURE = /^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/;
const ARROW = '-->';

export const isWebVtt = (text: string): boolean => SIGNATURE.test(text);

/**
 * Reads a file by the rules of the specification (WebVTT, section 6.1), which players follow too: blocks end at a blank line or
 * before the next timing, and a cue whose timing cannot be read is skipped. Runs in linear time.
 */
export function readCues(text: string): WebVtt {
  const lines = text.replaceAll(/\r\n?/g, '\n').split('\n');
  const cues: Cue[] = [];
  const faults: WebVttFault[] = [];
  for (let at = firstTiming(lines, 0); at < lines.length;) {
    const end = endOfBlock(lines, at + 1);
    const timing = readTiming(lines[at] ?? '');
    const line = at + 1;
    if (timing === undefined) faults.push({ line, text: `the times cannot be read: ${shortened(lines[at] ?? '')}` });
    else if (timing.endSeconds <= timing.startSeconds) faults.push({ line, text: 'the cue ends before it begins' });
    else cues.push({ ...timing, line, text: lines.slice(at + 1, end).join('\n') });
    at = firstTiming(lines, end);
  }
  return { cues, faults: [...faults, ...wrongArrows(lines)].toSorted((one, other) => one.line - other.line) };
}

/** A timing line with a wrong arrow, which players read as text. */
const WRONG_ARROW = /^\s*(?:\d+:)?\d\d:\d\d[.,]\d{3}\s*(-?[-=–—]+\s*>|→|>)\s*(?:\d+:)?\d\d:\d\d/;

function wrongArrows(lines: readonly string[]): WebVttFault[] {
  let isComment = false;
  return lines.flatMap((line, at) => {
    if (line === '') isComment = false;
    if (/^NOTE(?:\s|$)/.test(line)) isComment = true;
    const arrow = isComment || line.includes(ARROW) ? undefined : WRONG_ARROW.exec(line)?.[1];
    return arrow === undefined
      ? []
      : [{ line: at + 1, text: `its times have ${arrow} between them, where ${ARROW} has to be` }];
  });
}

function firstTiming(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) {
    // Comments, styles and regions may contain any text except an arrow.
    if (lines[at]?.includes(ARROW) === true) return at;
  }
  return lines.length;
}

function endOfBlock(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (line === '' || line.includes(ARROW)) return at;
  }
  return lines.length;
}

const TIMING = /^[ \t\f]*([\d:.]+)[ \t\f]*-->[ \t\f]*([\d:.]+)(?:[ \t\f]|$|[^\d:.])/;

function readTiming(line: string): Pick<Cue, 'startSeconds' | 'endSeconds'> | undefined {
  const [, start = '', end = ''] = TIMING.exec(line) ?? [];
  const [startSeconds, endSeconds] = [readTime(start), readTime(end)];
  return startSeconds === undefined || endSeconds === undefined ? undefined : { startSeconds, endSeconds };
}

const TIME = /^(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})$/;

function readTime(text: string): number | undefined {
  const [whole, hours = 0, minutes, seconds, milliseconds] = TIME.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds) + Number(milliseconds) / 1_000;
}

const QUOTED_MAX_CHARACTERS = 60;

function shortened(line: string): string {
  return JSON.stringify(line.length > QUOTED_MAX_CHARACTERS ? `${line.slice(0, QUOTED_MAX_CHARACTERS)}…` : line);
}
