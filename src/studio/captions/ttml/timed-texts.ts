import type { TtmlElement } from 'imsc/src/main/js/doc.js';
import { escapeCueText } from '../../../../protocol/runtime/media/escape-cue-text.ts';
import type { ConvertedCue } from '../cue-text.ts';
import type { Losses } from '../losses.ts';
import { byWord, isGone, isVisible, styleOf, stylesIn, type Style } from './styles.ts';

/** Begin and end of an element, seconds. */
export type Lifetime = Pick<TtmlElement, 'begin' | 'end'>;

/** The part of an element's lifetime in which the element around it is shown, too. */
export const within = (element: Lifetime, around: Lifetime): Lifetime => ({
  begin: Math.max(element.begin, around.begin),
  end: Math.min(element.end, around.end),
});

/** A paragraph with more changes is shown whole, because each change repeats its text. */
const CHANGES_MAX = 100;
/** Limit of nesting; deeper elements are left out. */
export const DEPTH_MAX = 50;

export interface ParagraphOptions {
  /** Style of the element around the paragraph. */
  readonly style: Style;
  readonly lifetime: Lifetime;
  readonly losses: Losses;
}

/** Texts of a paragraph, one for the time between each two changes in it. */
export function timedTexts(
  paragraph: TtmlElement,
  { style, lifetime, losses }: ParagraphOptions,
): Omit<ConvertedCue, 'settings'>[] {
  const { begin, end } = within(paragraph, lifetime);
  if (end <= begin) {
    losses.add('cue outside of its time');
    return [];
  }
  const times = new Set([begin, end]);
  addTimes(paragraph, { begin, end }, times, 0);
  const isUntimed = (paragraph.explicit_begin ?? null) === null && begin === 0 && end === Infinity;
  if (isUntimed && times.size === 2) {
    losses.add('paragraph without a time');
    return [];
  }
  const isWhole = times.size > CHANGES_MAX;
  if (isWhole) losses.add('timed part');
  const changes = isWhole ? [begin, end] : [...times].sort((left, right) => left - right);
  return changes.slice(0, -1).map((startSeconds, index) => ({
    startSeconds,
    endSeconds: changes[index + 1] ?? Infinity,
    text: textOf(paragraph, { style, depth: 0, seconds: isWhole ? undefined : startSeconds, losses }),
  }));
}

/** Adds the times at which parts of the text appear, disappear or change their style, within the lifetime of the element around. */
function addTimes(element: TtmlElement, around: Lifetime, times: Set<number>, depth: number): void {
  const lifetime = within(element, around);
  if (lifetime.end <= lifetime.begin) return;
  const changes = [...(element.text?.trim() ? [lifetime] : []), ...(element.sets ?? [])];
  for (const change of changes) {
    const { begin, end } = within(change, lifetime);
    if (begin < end) times.add(begin).add(end);
  }
  if (depth >= DEPTH_MAX) return;
  for (const child of element.contents ?? []) addTimes(child, lifetime, times, depth + 1);
}

interface TextOptions {
  readonly style: Style;
  readonly depth: number;
  /** Only parts that are shown at this time are included; `undefined` includes all parts. */
  readonly seconds: number | undefined;
  readonly losses: Losses;
}

function textOf(element: TtmlElement, { style, depth, seconds, losses }: TextOptions): string {
  if (seconds !== undefined && (seconds < element.begin || seconds >= element.end)) return '';
  if (element.kind === 'br') return '\n';
  const own = stylesIn(element, style, seconds);
  if (depth > DEPTH_MAX || isGone(own)) return '';
  const inside = { style: own, depth: depth + 1, seconds, losses };
  const parts = (element.contents ?? []).map((child) => textOf(child, inside));
  const text = element.text === undefined ? parts.join('') : tagged(spaced(element), own, losses);
  const ruby = element.styleAttrs === undefined ? undefined : styleOf(element.styleAttrs, 'ruby');
  if (ruby === 'delimiter') return '';
  const tag = byWord(RUBY_TAGS, ruby);
  return tag === undefined ? text : `<${tag}>${text}</${tag}>`;
}

const RUBY_TAGS: Readonly<Record<string, string>> = { container: 'ruby', text: 'rt' };

/** Collapses white space to one space, unless the document preserves it. */
const spaced = ({ text = '', space }: TtmlElement): string =>
  (space === 'preserve' ? text : text.replaceAll(/[\t\r\n ]+/g, ' ')).replaceAll('\u2028', '\n');

const WHITE = 255;

function tagged(text: string, style: Style, losses: Losses): string {
  if (text.trim() === '') return text;
  if (!isVisible(style)) return '';
  const [color, decoration, slant] = [
    styleOf(style, 'color'),
    styleOf(style, 'textDecoration'),
    styleOf(style, 'fontStyle'),
  ];
  if (Array.isArray(color) && color.slice(0, 3).some((part) => part !== WHITE)) losses.add('colour');
  const tags = [
    ...(slant === 'italic' || slant === 'oblique' ? ['i'] : []),
    ...(styleOf(style, 'fontWeight') === 'bold' ? ['b'] : []),
    ...(Array.isArray(decoration) && decoration.includes('underline') ? ['u'] : []),
  ];
  return tags.reduce((inner, tag) => `<${tag}>${inner}</${tag}>`, escapeCueText(text));
}
