import { panels } from '../panels/panels.ts';
import type { Features } from '../shared/features.ts';

/** Opens the player's context menu. Fields, panels and links keep the browser's menu, which can copy and paste. */
export function listenForContextMenu(features: Features): void {
  features.page.root.addEventListener('contextmenu', (event) => {
    const { target } = event;
    const fields = 'input, textarea, select, a[href], [data-panel] *, [data-docked] *';
    const hasOwnMenu = target instanceof Element && target.closest(fields) !== null;
    if (event.defaultPrevented || hasOwnMenu) return;
    event.preventDefault();
    const panel = features.get(panels);
    panel.close();
    panel.open('menu', [event.clientX, event.clientY]);
  });
}
