export const nameOf = (element: Element): string => `${element.tagName} ${element.className} ${element.textContent}`;

/** Elements that reach past the left or right edge of their panel. */
export function outOf(panel: HTMLElement): string[] {
  const { left, right } = panel.getBoundingClientRect();
  const isOut = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && (box.left < left - 0.5 || box.right > right + 0.5);
  };
  return [...panel.querySelectorAll('*')].filter((element) => isOut(element) && !element.matches('option')).map(nameOf);
}
