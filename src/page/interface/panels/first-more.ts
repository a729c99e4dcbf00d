import type { Features } from '../shared/features.ts';
import { panels } from './panels.ts';

/**
 * 'More' of the first paint, which a finger finds where a mouse finds the buttons of the interface by hovering. The HTML remembers a
 * press before the menu has loaded, as an open `details`; a press that ends after the interface has loaded opens the menu then.
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
