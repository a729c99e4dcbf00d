import { drawn } from './elements.ts';

interface Part {
  readonly name: string;
  readonly element: HTMLElement;
  readonly box: DOMRect;
}

/** Selectors of controls over the picture and of the words of the bar; none of their elements may overlap. */
export const CONTROL_PARTS: readonly string[] = [
  ['.control-row .icon-button', '.volume > *', '.time-clock', '.time-total', '.time-chapter', '.live'],
  ['.seek-track', '.top-actions > *', '.centre-controls > *', '.corner > :not(.visually-hidden)'],
].flat();

/** Controls that the elements of a selector cover, and its elements that reach out of the frame. */
export const covered = (selector: string): string[] =>
  overlaps([selector, ...CONTROL_PARTS]).filter(
    (found) => found.startsWith(`${selector} `) && !found.includes(`× ${selector} `),
  );

/**
 * Elements of these selectors that overlap each other or reach out of the frame. Words of the clock that are clipped, and
 * so not seen, do not count.
 */
export function overlaps(selectors: readonly string[]): string[] {
  const parts = selectors.flatMap((selector) => drawn(selector).map((element) => partOf(selector, element)));
  const shown = parts.filter(({ box }) => box.width > 1 && box.height > 1);
  return shown.flatMap((part, index) => [
    ...(isOut(part.box) ? [`${part.name} is out of the frame`] : []),
    ...shown.slice(index + 1).flatMap((other) => (meet(part, other) ? [`${part.name} × ${other.name}`] : [])),
  ]);
}

function partOf(selector: string, element: HTMLElement): Part {
  const { ariaLabel, textContent } = element;
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const clip = element.closest('.time-clock')?.getBoundingClientRect();
  const box = DOMRect.fromRect({ x: left, y: top, width: right - left, height: bottom - top });
  const isClipped = clip !== undefined && (top >= clip.bottom - 1 || left >= clip.right - 1);
  return { element, name: `${selector} ${ariaLabel ?? textContent}`, box: isClipped ? new DOMRect() : box };
}

function isOut({ left, top, right, bottom }: DOMRect): boolean {
  return left < -1 || top < -1 || right > window.innerWidth + 1 || bottom > window.innerHeight + 1;
}

/** Overlaps by a pixel or less do not count, since text sizes are fractions of pixels; nor does an element inside the other. */
function meet({ element, box: one }: Part, { element: inner, box: other }: Part): boolean {
  if (element.contains(inner) || inner.contains(element)) return false;
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 1 && down > 1;
}
