import type { Tools } from '../tools.ts';

/** Opens our own context menu. Fields and panels keep the browser's, which can copy and paste. */
export function listenForContextMenu({ page: { root }, viewer: { panels } }: Tools, signal: AbortSignal): void {
  root.addEventListener(
    'contextmenu',
    (event) => {
      const { target } = event;
      const isOnField = target instanceof Element && target.closest('input, textarea, select, [data-panel] *') !== null;
      if (event.defaultPrevented || isOnField) return;
      event.preventDefault();
      panels.close();
      panels.open('menu', [event.clientX, event.clientY]);
    },
    { signal },
  );
}
