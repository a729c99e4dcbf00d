import type { Tools } from '../tools.ts';

/** Opens our own context menu. Fields and panels keep the browser's, which can copy and paste. */
export function listenForContextMenu({ page: { root }, viewer: { panels } }: Tools, signal: AbortSignal): void {
  root.addEventListener(
    'contextmenu',
    (event) => {
      const isOnField =
        event.target instanceof Element && event.target.closest('input, textarea, select, [data-panel]');
      if (event.defaultPrevented || isOnField !== null) return;
      event.preventDefault();
      panels.close();
      panels.open('menu', [event.clientX, event.clientY]);
    },
    { signal },
  );
}
