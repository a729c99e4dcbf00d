import type { Tools } from '../tools.ts';

/** Opens our own context menu. Fields, panels and links keep the browser's, which can copy and paste. */
export function listenForContextMenu({ page: { root }, viewer: { panels } }: Tools, signal: AbortSignal): void {
  root.addEventListener(
    'contextmenu',
    (event) => {
      const { target } = event;
      const fields = 'input, textarea, select, a[href], [data-panel] *';
      const hasOwnMenu = target instanceof Element && target.closest(fields) !== null;
      if (event.defaultPrevented || hasOwnMenu) return;
      event.preventDefault();
      panels.close();
      panels.open('menu', [event.clientX, event.clientY]);
    },
    { signal },
  );
}
