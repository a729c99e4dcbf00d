import type { AbsentAttention } from './absent-attention.ts';

/**
 * Keeps the viewer's request for a context menu until the interface can open its menu. Escape cancels the request, and so does a press,
 * which then has no other effect. The returned function opens the menu.
 */
export function keepContextMenu(
  root: HTMLElement,
  absent: AbsentAttention,
  need: () => void,
  signal: AbortSignal,
): () => void {
  let kept: MouseEvent | null = null;
  const keep = (event: MouseEvent & Partial<Pick<PointerEvent, 'pointerType'>>): void => {
    const { target, pointerType } = event;
    // Links keep the menu of the browser.
    if (event.defaultPrevented || !(target instanceof Element) || target.closest('a[href]') !== null) return;
    event.preventDefault();
    // A long press of a finger opens no menu (touch/).
    if (pointerType === 'touch') return;
    kept = event;
    need();
  };
  root.addEventListener('contextmenu', keep, { signal });
  const press = (): void => {
    if (kept !== null) absent.expectClosingPress();
    kept = null;
  };
  root.addEventListener('pointerdown', press, { capture: true, passive: true, signal });
  root.ownerDocument.addEventListener('keydown', ({ key }) => key === 'Escape' && (kept = null), { signal });
  return () => {
    const event = kept;
    kept = null;
    if (event !== null) event.target?.dispatchEvent(new MouseEvent(event.type, event));
  };
}
