import { escapeCueText } from '../../../protocol/runtime/media/escape-cue-text.ts';
import {
  applyOverrides,
  linesOf,
  noOverrides,
  placeOfLegacy,
  settingsOfPlace,
  writeWebVtt,
  type ConvertedCue,
  type Overrides,
} from './cue-text.ts';
import { BACKWARDS, type Losses } from './losses.ts';

const SECTION = /^\[(?:Script Info|V4\+? Styles\+?|Events)\]|^Dialogue:/im;

export const isSubStation = (text: string): boolean => SECTION.test(text);

interface Script {
  /** Size of the picture that positions refer to. */
  readonly width: number;
  readonly height: number;
  readonly styles: ReadonlyMap<string, Style>;
  /** Whether the code `\n` breaks lines as `\N` does. */
  readonly breaksAtSmallN: boolean;
}

interface Style {
  readonly place: number;
  readonly isItalic: boolean;
  readonly isBold: boolean;
}

const USUAL_STYLE: Style = { place: 2, isItalic: false, isBold: false };
/** Picture size of a script that declares no size. */
const USUAL_SIZE = { width: 384, height: 288 } as const;
/** Events with the same text and at most this gap are one cue: scripts draw effects with an event for each frame. */
const JOINED_SECONDS = 0.05;

/** Converts the text of (Advanced) SubStation Alpha to WebVTT; drawings are left out. */
export function convertSubStation(text: string, losses: Losses): string {
  const lines = linesOf(text);
  const script = readScript(lines);
  const names = formatOf(lines, /^\[Events\]/i) ?? DIALOGUE_FIELDS;
  const cues = lines.flatMap((line) => {
    const fields = fieldsOf(line, 'Dialogue', names);
    return fields === undefined ? [] : (convertEvent(fields, script, losses) ?? []);
  });
  return writeWebVtt(joined(cues.toSorted((one, other) => one.startSeconds - other.startSeconds)));
}

const DIALOGUE_FIELDS = ['layer', 'start', 'end', 'style', 'name', 'marginl', 'marginr', 'marginv', 'effect', 'text'];

function readScript(lines: readonly string[]): Script {
  const setting = (name: string): number => Number(lines.find((line) => line.startsWith(`${name}:`))?.split(':')[1]);
  const isOld = !lines.some((line) => /^\[V4\+ Styles\]/i.test(line));
  const names = formatOf(lines, /^\[V4\+? Styles\+?\]/i) ?? [];
  const styles = lines.flatMap((line): (readonly [string, Style])[] => {
    const fields = fieldsOf(line, 'Style', names);
    if (fields === undefined) return [];
    const number = Number(fields.get('alignment')) || USUAL_STYLE.place;
    const isOn = (name: string): boolean => Number(fields.get(name)) !== 0 && fields.get(name) !== undefined;
    const place = isOld ? placeOfLegacy(number) : number;
    return [[fields.get('name') ?? '', { place, isItalic: isOn('italic'), isBold: isOn('bold') }]];
  });
  return {
    width: setting('PlayResX') || USUAL_SIZE.width,
    height: setting('PlayResY') || USUAL_SIZE.height,
    styles: new Map(styles),
    breaksAtSmallN: setting('WrapStyle') === 2,
  };
}

/** Names of the fields of a section. */
function formatOf(lines: readonly string[], section: RegExp): string[] | undefined {
  const at = lines.findIndex((line) => section.test(line.trim()));
  const format = at === -1 ? undefined : lines.slice(at + 1, at + 20).find((line) => line.startsWith('Format:'));
  return format
    ?.slice('Format:'.length)
    .split(',')
    .map((name) => name.trim().toLowerCase());
}

/** Fields of a line by name; the last field may contain commas. */
function fieldsOf(line: string, kind: string, names: readonly string[]): Map<string, string> | undefined {
  if (!line.startsWith(`${kind}:`) || names.length === 0) return undefined;
  const values = line.slice(kind.length + 1).split(',');
  const last = values.slice(names.length - 1).join(',');
  return new Map(names.map((name, at) => [name, at === names.length - 1 ? last : (values[at] ?? '').trim()]));
}

function convertEvent(fields: ReadonlyMap<string, string>, script: Script, losses: Losses): ConvertedCue | undefined {
  const [startSeconds, endSeconds] = ['start', 'end'].map((name) => secondsOf(fields.get(name) ?? ''));
  if (startSeconds === undefined || endSeconds === undefined) return undefined;
  if (endSeconds <= startSeconds) losses.add(BACKWARDS);
  const style = script.styles.get((fields.get('style') ?? '').replace(/^\*/, '')) ?? USUAL_STYLE;
  const overrides: Overrides = {
    ...noOverrides(),
    open: [...(style.isItalic ? ['i'] : []), ...(style.isBold ? ['b'] : [])],
  };
  const opened = overrides.open.map((tag) => `<${tag}>`).join('');
  const text = opened + convertText(fields.get('text') ?? '', overrides, script, losses);
  return { startSeconds, endSeconds, settings: settingsOf(overrides, style, script), text };
}

function secondsOf(time: string): number | undefined {
  const [hours, minutes, seconds] = time.trim().split(':').map(Number);
  const total = Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return Number.isFinite(total) ? total : undefined;
}

const MARKUP = /\\([{}Nnh])|\{([^{}]*)\}|([^\\{]+|[\\{])/g;

function convertText(text: string, overrides: Overrides, { breaksAtSmallN }: Script, losses: Losses): string {
  let drawings = 0;
  const converted = text.replaceAll(MARKUP, (_, escaped?: string, codes?: string, plain?: string) => {
    if (codes !== undefined) return applyOverrides(codes, overrides, losses);
    if (overrides.isDrawing) {
      drawings += 1;
      return '';
    }
    if (escaped === 'N') return '\n';
    if (escaped === 'n') return breaksAtSmallN ? '\n' : ' ';
    if (escaped === 'h') return '&nbsp;';
    return escapeCueText(escaped ?? plain ?? '');
  });
  if (drawings > 0) losses.add('drawing');
  return converted;
}

/** Settings of a cue from its position in the picture, or from its alignment if it has no position. */
function settingsOf({ place: overridden, position }: Overrides, style: Style, { width, height }: Script): string {
  const place = overridden ?? style.place;
  if (position === undefined) return settingsOfPlace(place);
  const across = percent(position.x / width);
  const down = percent(position.y / height - (place < 4 ? LINE_SHARE : place < 7 ? LINE_SHARE / 2 : 0));
  const isLow = place < 4 && down > LOW_PERCENT;
  const align = place % 3 === 1 ? 'left' : place % 3 === 0 ? 'right' : 'center';
  return [...(isLow ? [] : [`line:${down}%`]), `position:${across}%`, `align:${align}`].join(' ');
}

/** Height of a line of captions, as a share of the picture. */
const LINE_SHARE = 0.07;
/** A cue at this height or lower gets the usual place at the bottom. */
const LOW_PERCENT = 80;

const percent = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100);

function joined(cues: readonly ConvertedCue[]): ConvertedCue[] {
  const kept: ConvertedCue[] = [];
  // Index in `kept` of the latest cue of each text.
  const latest = new Map<string, number>();
  for (const cue of cues) {
    const key = `${cue.settings}\n${cue.text}`;
    const at = latest.get(key);
    const before = at === undefined ? undefined : kept[at];
    if (at === undefined || before === undefined || cue.startSeconds - before.endSeconds > JOINED_SECONDS) {
      latest.set(key, kept.push(cue) - 1);
    } else kept[at] = { ...before, endSeconds: Math.max(before.endSeconds, cue.endSeconds) };
  }
  return kept;
}
