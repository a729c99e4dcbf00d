import type { Point } from './real-pointers.ts';

/** The only element of a selector in the document. */
export function find(selector: string): HTMLElement {
  const [found, ...others] = all(selector);
  if (found === undefined || others.length > 0) throw new Error(`${others.length + 1} or none is ${selector}`);
  return found;
}

/** All elements of a selector in the document, also while they fade in. */
export const all = (selector: string): HTMLElement[] => [...document.querySelectorAll<HTMLElement>(selector)];

/** The element of a selector that has this text. */
export function withText(selector: string, text: string): HTMLElement {
  const found = all(selector).find(({ textContent }) => textContent.trim() === text);
  if (found === undefined) throw new Error(`no ${selector} reads ${text}`);
  return found;
}

/** The elements of a selector that are on the screen. */
export const drawn = (selector: string): HTMLElement[] =>
  all(selector).filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));

export const boxOf = (selector: string): DOMRect => find(selector).getBoundingClientRect();

/** The middle of an element, where a press meets it. */
export function middleOf(selector: string): Point {
  const { left, top, width, height } = boxOf(selector);
  return [left + width / 2, top + height / 2];
}

/** The texts of the drawn elements of a selector. */
export const textsOf = (selector: string): string[] => drawn(selector).map(({ textContent }) => textContent.trim());

/** Resolves after the effects of earlier events have been drawn. */
export const nextFrame = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
