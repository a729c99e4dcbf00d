import parser, { type TtmlDocument, type TtmlElement } from 'imsc/src/main/js/doc.js';
import { escapeCueText } from '../../../protocol/runtime/media/escape-cue-text.ts';
import { CaptionFault } from './caption-fault.ts';
import { settingsOfPlace, writeWebVtt, type ConvertedCue } from './cue-text.ts';
import type { Losses } from './losses.ts';

const NAMESPACE = 'http://www.w3.org/ns/ttml';
/** Of the drafts before the recommendation, which DFXP files have. */
const DRAFT_NAMESPACE = /http:\/\/www\.w3\.org\/200\d\/\d\d\/ttaf1/g;
const STYLING = `${NAMESPACE}#styling`;

/** A paragraph that nothing ends is shown for so long. */
const ENDLESS_CUE_SECONDS = 5;
/** A paragraph in which more than this changes is shown whole: its text would be written once a change. */
const CHANGES_MAX = 100;
/** Elements inside each other; further ones are left out. */
const DEPTH_MAX = 50;

export const isTtml = (text: string): boolean => /^\uFEFF?\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?tt[\s>]/.test(text);

/** What a part of the document has of the parts around it. */
interface Surroundings {
  readonly style: Style;
  readonly depth: number;
}
type Style = NonNullable<TtmlElement['styleAttrs']>;

/**
 * WebVTT of TTML, as imsc.js reads it (IMSC 1.1, EBU-TT-D, DFXP): times of paragraphs and of parts in them, italics, bold,
 * underline, ruby, and the region as one of nine places.
 */
export function convertTtml(text: string, losses: Losses, name: string): string {
  const document = parse(text.replaceAll(DRAFT_NAMESPACE, NAMESPACE), name);
  const cues: ConvertedCue[] = [];
  const walk = (element: TtmlElement, around: Surroundings, parentRegionId: string): void => {
    const regionId = element.regionID || parentRegionId;
    const region = regionId === '' ? undefined : document.head?.layout.regions[regionId]?.styleAttrs;
    if (element.kind === 'p') {
      const inside = inner(element, { ...around, style: { ...region, ...around.style } });
      const settings = region === undefined ? '' : settingsOfPlace(placeOf(inside.style, region, document));
      for (const cue of timedTexts(element, inside, losses)) cues.push({ ...cue, settings });
    } else if (around.depth < DEPTH_MAX)
      for (const child of element.contents ?? []) walk(child, inner(element, around), regionId);
  };
  if (document.body !== null) walk(document.body, { style: {}, depth: 0 }, '');
  return writeWebVtt(cues);
}

function parse(xml: string, name: string): TtmlDocument {
  const refusal = (reason: string): CaptionFault => new CaptionFault(`${name} is no TTML that can be read: ${reason}.`);
  let document: TtmlDocument | null;
  try {
    document = xml.includes(NAMESPACE) ? parser.fromXML(withoutSections(xml)) : null;
  } catch (error) {
    // The XML parser counts lines from 0, and names them below the reason; what imsc.js throws is a text.
    const [reason = '', line] = (error instanceof Error ? error.message : String(error)).split('\nLine: ');
    throw refusal(line === undefined ? reason : `${reason} in line ${Number.parseInt(line, 10) + 1}`);
  }
  if (document?.head === null) throw refusal('it ends within an element');
  if (document === null) throw refusal(`its elements are not of the namespace ${NAMESPACE}`);
  return document;
}

/** CDATA as escaped text (upstream: imsc.js 1.1.5 leaves out the text of CDATA sections). */
function withoutSections(xml: string): string {
  const [before = '', ...sections] = xml.split('<![CDATA[');
  const texts = sections.map((section) => {
    const end = section.indexOf(']]>');
    return end < 0 ? `<![CDATA[${section}` : escapeCueText(section.slice(0, end)) + section.slice(end + 3);
  });
  return before + texts.join('');
}

const inner = (element: TtmlElement, { style, depth }: Surroundings): Surroundings => ({
  style: { ...style, ...element.styleAttrs },
  depth: depth + 1,
});

/** Texts of a paragraph: one from each change in it to the next. */
function timedTexts(paragraph: TtmlElement, inside: Surroundings, losses: Losses): Omit<ConvertedCue, 'settings'>[] {
  const times = new Set([paragraph.begin, paragraph.end]);
  addTimes(paragraph, paragraph, times, inside.depth);
  const isWhole = times.size > CHANGES_MAX;
  if (isWhole) losses.add('timed part');
  const changes = isWhole ? [paragraph.begin, paragraph.end] : [...times].sort((left, right) => left - right);
  return changes.slice(0, -1).map((startSeconds, index) => {
    const changeSeconds = changes[index + 1] ?? Infinity;
    if (changeSeconds === Infinity) losses.add('missing end');
    return {
      startSeconds,
      endSeconds: changeSeconds === Infinity ? startSeconds + ENDLESS_CUE_SECONDS : changeSeconds,
      text: textOf(paragraph, inside, isWhole ? undefined : startSeconds, losses),
    };
  });
}

/** Adds the times, within those of the element around it, at which parts of the text appear and disappear. */
function addTimes(element: TtmlElement, around: Lifetime, times: Set<number>, depth: number): void {
  const begin = Math.max(element.begin, around.begin);
  const end = Math.min(element.end, around.end);
  if (end <= begin) return;
  if (element.text !== undefined && element.text.trim() !== '') times.add(begin).add(end);
  if (depth >= DEPTH_MAX) return;
  for (const child of element.contents ?? []) addTimes(child, { begin, end }, times, depth + 1);
}
type Lifetime = Pick<TtmlElement, 'begin' | 'end'>;

/** Markup of the parts that are shown at a time; of all without one. */
function textOf(element: TtmlElement, inside: Surroundings, seconds: number | undefined, losses: Losses): string {
  if (element.kind === 'br') return '\n';
  if (inside.depth > DEPTH_MAX || (seconds !== undefined && (seconds < element.begin || seconds >= element.end)))
    return '';
  const parts = (element.contents ?? []).map((child) => textOf(child, inner(child, inside), seconds, losses));
  const text =
    element.text === undefined ? parts.join('') : tagged(escapeCueText(spaced(element)), inside.style, losses);
  const ruby = byWord(RUBY_TAGS, element.styleAttrs?.[`${STYLING} ruby`]);
  return ruby === undefined ? text : `<${ruby}>${text}</${ruby}>`;
}

/** The value of a table for a style that is one word. */
const byWord = <Value>(table: Readonly<Record<string, Value>>, word: Style[string] | undefined): Value | undefined =>
  typeof word === 'string' ? table[word] : undefined;

const RUBY_TAGS: Readonly<Record<string, string>> = { container: 'ruby', text: 'rt' };

/** White space between tags is one space, unless the document says that it is meant. */
const spaced = ({ text = '', space }: TtmlElement): string =>
  space === 'preserve' ? text : text.replaceAll(/[\t\r\n ]+/g, ' ');

function tagged(text: string, style: Style, losses: Losses): string {
  if (text.trim() === '') return text;
  const { fontStyle, fontWeight, textDecoration, color } = stylesOf(style);
  const isColoured = Array.isArray(color) && color.slice(0, 3).some((part) => part !== WHITE);
  if (isColoured) losses.add('colour');
  const tags = [
    ...(fontStyle === 'italic' || fontStyle === 'oblique' ? ['i'] : []),
    ...(fontWeight === 'bold' ? ['b'] : []),
    ...(Array.isArray(textDecoration) && textDecoration.includes('underline') ? ['u'] : []),
  ];
  return tags.reduce((wrapped, tag) => `<${tag}>${wrapped}</${tag}>`, text);
}

const WHITE = 255;

/** The styles of TTML by their names alone. */
const stylesOf = (style: Style) => ({
  fontStyle: style[`${STYLING} fontStyle`],
  fontWeight: style[`${STYLING} fontWeight`],
  textDecoration: style[`${STYLING} textDecoration`],
  color: style[`${STYLING} color`],
  textAlign: style[`${STYLING} textAlign`],
  displayAlign: style[`${STYLING} displayAlign`],
  origin: style[`${STYLING} origin`],
  extent: style[`${STYLING} extent`],
});

const COLUMNS: Readonly<Record<string, number>> = { left: 1, start: 1, right: 3, end: 3 };
const CENTRE = 2;
const BOTTOM_SHARE = 2 / 3;
const TOP_SHARE = 1 / 3;

/** Where the text of a region stands, on the keys of a numeric keypad. */
function placeOf(style: Style, region: Style, { cellLength, pxLength }: TtmlDocument): number {
  const { origin, extent, displayAlign } = stylesOf(region);
  const units: Readonly<Record<string, number | undefined>> = { '%': 1 / 100, px: pxLength.h?.rh, c: cellLength.h.rh };
  const shareOf = (length: typeof origin): number | undefined => {
    if (typeof length !== 'object' || length === null || !('h' in length)) return undefined;
    const unit = units[length.h.unit];
    return unit === undefined ? undefined : length.h.value * unit;
  };
  const top = shareOf(origin) ?? 0;
  const height = shareOf(extent) ?? 1 - top;
  const share = displayAlign === 'after' ? top + height : displayAlign === 'center' ? top + height / 2 : top;
  const row = share < TOP_SHARE ? 6 : share < BOTTOM_SHARE ? 3 : 0;
  return row + (byWord(COLUMNS, stylesOf(style).textAlign) ?? CENTRE);
}
