import type { Features } from '../shared/features.ts';
import { panels } from './panels.ts';

/**
 * 'More' of the first paint, for fingers, which cannot hover over the controls. It is a `details`, so the HTML remembers a press until
 * the menu has loaded, and the menu then opens.
 */
export function followFirstMore(features: Features): void {
  const more = features.page.root.querySelector<HTMLDetailsElement>('.first-more');
  if (more === null) return;
  const open = (): void => {
    if (!more.open) return;
    more.remove();
    features.get(panels).open('more');
  };
  more.addEventListener('toggle', open);
  open();
}
