import type { Losses } from './losses.ts';

/** A cue of any format, with the text and the settings of WebVTT. */
export interface ConvertedCue {
  readonly startSeconds: number;
  /** `Infinity` for a cue that lasts until a later cue begins. */
  readonly endSeconds: number;
  /** Cue settings of WebVTT, such as `line:0`; empty for the usual place. */
  readonly settings: string;
  /** Cue text with WebVTT markup. */
  readonly text: string;
}

/** Lines of a text, whatever ends them. */
export const linesOf = (text: string): string[] => text.split(/\r\n?|\n/);

/** Cue settings of a place. Advanced SubStation Alpha numbers places like the keys of a numeric keypad; 2 is the usual place. */
export function settingsOfPlace(key: number): string {
  const line = key >= 7 ? ['line:0'] : key >= 4 ? [`line:${MIDDLE_PERCENT}%`] : [];
  const align = key % 3 === 1 ? ['align:left'] : key % 3 === 0 ? ['align:right'] : [];
  return [...line, ...align].join(' ');
}

/** A cue of two lines is vertically centred when its first line is at this percentage. */
const MIDDLE_PERCENT = 45;

/** Keypad place of the old numbers of SubStation Alpha 4 and the override `\a`: 1 to 3 bottom, 5 to 7 top, 9 to 11 middle. */
export const placeOfLegacy = (number: number): number => (number & 3) + (number & 4 ? 6 : number & 8 ? 3 : 0);

/** Control characters other than line breaks and tabs: readers of WebVTT treat some of them as line breaks. */
const UNWANTED = /[^\P{Cc}\n\t]/gu;

/** Writes a WebVTT file. Cues without text are left out, and so are blank lines, which would end a cue early. */
export function writeWebVtt(cues: readonly ConvertedCue[]): string {
  const blocks = cues.flatMap(({ startSeconds, endSeconds, settings, text }) => {
    const lines = text.replaceAll(UNWANTED, '').split('\n');
    const filled = lines.filter((line) => line.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() !== '');
    if (filled.length === 0 || endSeconds <= startSeconds) return [];
    const timing = `${timeOf(startSeconds)} --> ${timeOf(endSeconds)}${settings === '' ? '' : ` ${settings}`}`;
    return [`${timing}\n${filled.join('\n')}\n`];
  });
  return `WEBVTT\n\n${blocks.join('\n')}`;
}

function timeOf(seconds: number): string {
  const milliseconds = Math.round(seconds * 1_000);
  const pad = (value: number, digits = 2): string => String(Math.floor(value)).padStart(digits, '0');
  const [hours, minutes, rest] = [milliseconds / 3_600_000, (milliseconds / 60_000) % 60, (milliseconds / 1_000) % 60];
  return `${pad(hours)}:${pad(minutes)}:${pad(rest)}.${pad(milliseconds % 1_000, 3)}`;
}

/** State that override codes such as `{\an8\i1}` set for the rest of a cue. */
export interface Overrides {
  place: number | undefined;
  position: { readonly x: number; readonly y: number } | undefined;
  isDrawing: boolean;
  /** Open tags, innermost last. */
  open: string[];
}

export const noOverrides = (): Overrides => ({ place: undefined, position: undefined, isDrawing: false, open: [] });

const TAGS = { i: 'i', b: 'b', u: 'u' } as const;
const CODE = /\\(an|[apibu](?=\d)|[1-4]?[a-zA-Z]+)(\([^)]*\)|-?[\d.]*)/g;
/** Codes that only adjust how a SubStation renderer draws text; dropping them is no loss. */
const SILENT = new Set(['q', 'pbo', 'fe']);

/** Applies one block of override codes; returns the tags it opens and closes. */
export function applyOverrides(codes: string, overrides: Overrides, losses: Losses): string {
  let tags = '';
  for (const [, code = '', value = ''] of codes.matchAll(CODE)) {
    if (code === 'an') overrides.place ??= Number(value) || undefined;
    else if (code === 'a') overrides.place ??= placeOfLegacy(Number(value)) || undefined;
    else if (code === 'p') overrides.isDrawing = Number(value) > 0;
    else if (code === 'pos') overrides.position ??= positionOf(value);
    else if (Object.hasOwn(TAGS, code)) tags += switchTag(code, Number(value) > 0, overrides);
    else if (code.startsWith('r')) tags += closeAll(overrides);
    else if (!SILENT.has(code)) losses.add('style override');
  }
  return tags;
}

function positionOf(value: string): Overrides['position'] {
  const [x, y] = value.slice(1, -1).split(',').map(Number);
  return Number.isFinite(x) && Number.isFinite(y) ? { x: Number(x), y: Number(y) } : undefined;
}

/** Opens or closes a tag. Closing a tag also closes the tags inside it and opens them again, because WebVTT tags nest. */
function switchTag(tag: string, isOn: boolean, overrides: Overrides): string {
  const at = overrides.open.lastIndexOf(tag);
  if (isOn === at >= 0) return '';
  if (isOn) {
    overrides.open.push(tag);
    return `<${tag}>`;
  }
  const inner = overrides.open.splice(at).slice(1);
  overrides.open.push(...inner);
  const closed = [tag, ...inner].toReversed().map((name) => `</${name}>`);
  return [...closed, ...inner.map((name) => `<${name}>`)].join('');
}

function closeAll(overrides: Overrides): string {
  return overrides.open
    .splice(0)
    .toReversed()
    .map((name) => `</${name}>`)
    .join('');
}
