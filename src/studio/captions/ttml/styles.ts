import type { TtmlElement } from 'imsc/src/main/js/doc.js';
import { NAMESPACE } from './read-document.ts';

export type Style = NonNullable<TtmlElement['styleAttrs']>;

type StyleName =
  | 'color'
  | 'direction'
  | 'display'
  | 'displayAlign'
  | 'extent'
  | 'fontStyle'
  | 'fontWeight'
  | 'opacity'
  | 'origin'
  | 'ruby'
  | 'textAlign'
  | 'textDecoration'
  | 'visibility'
  | 'writingMode';

export const styleOf = (style: Style, name: StyleName): Style[string] | undefined =>
  style[`${NAMESPACE}#styling ${name}`];

/** The value of a table for a style that is one word. */
export function byWord<Value>(
  table: Readonly<Record<string, Value>>,
  word: Style[string] | undefined,
): Value | undefined {
  return typeof word === 'string' ? table[word] : undefined;
}

/** Styles of an element and of those around it, at a time; without one, without those that it has for a time. */
export function stylesIn(element: TtmlElement, around: Style, seconds?: number): Style {
  const sets = (element.sets ?? []).filter(
    ({ begin, end }) => seconds !== undefined && begin <= seconds && seconds < end,
  );
  return { ...around, ...element.styleAttrs, ...Object.fromEntries(sets.map(({ qname, value }) => [qname, value])) };
}

/** Whether an element with this style is not shown, nor what is in it. */
export const isGone = (style: Style): boolean =>
  styleOf(style, 'display') === 'none' || styleOf(style, 'opacity') === 0;

/** Whether text of this style can be seen. */
export function isVisible(style: Style): boolean {
  const color = styleOf(style, 'color');
  return styleOf(style, 'visibility') !== 'hidden' && !(Array.isArray(color) && color[3] === 0);
}
