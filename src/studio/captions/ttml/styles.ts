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

/** The table's value for a style; `undefined` for a style that is not a single word of the table. */
export function byWord<Value>(
  table: Readonly<Record<string, Value>>,
  word: Style[string] | undefined,
): Value | undefined {
  return typeof word === 'string' ? table[word] : undefined;
}

/** Own and inherited styles of an element at a time; without a time, temporary styles are left out. */
export function stylesIn(element: TtmlElement, around: Style, seconds?: number): Style {
  const sets = (element.sets ?? []).filter(
    ({ begin, end }) => seconds !== undefined && begin <= seconds && seconds < end,
  );
  return { ...around, ...element.styleAttrs, ...Object.fromEntries(sets.map(({ qname, value }) => [qname, value])) };
}

/** Whether an element with this style is hidden together with its content. */
export const isGone = (style: Style): boolean =>
  styleOf(style, 'display') === 'none' || styleOf(style, 'opacity') === 0;

/** Whether text of this style can be seen. */
export function isVisible(style: Style): boolean {
  const color = styleOf(style, 'color');
  return styleOf(style, 'visibility') !== 'hidden' && !(Array.isArray(color) && color[3] === 0);
}
