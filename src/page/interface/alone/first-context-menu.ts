/** Links keep the menu of the browser, and a long press of a finger opens none (touch/). */
const isForInterface = ({ target, defaultPrevented, pointerType }: Event & Partial<PointerEvent>): boolean =>
  !defaultPrevented && pointerType !== 'touch' && target instanceof Element && target.closest('a[href]') === null;

/** Keeps a request for a context menu until the interface has its own. The returned function opens it. */
export function keepContextMenu(root: HTMLElement, need: () => void, signal: AbortSignal): () => void {
  let kept: MouseEvent | null = null;
  const keep = (event: MouseEvent): void => {
    if (!isForInterface(event)) return;
    event.preventDefault();
    kept = event;
    need();
  };
  root.addEventListener('contextmenu', keep, { signal });
  return () => {
    const event = kept;
    kept = null;
    if (event !== null) event.target?.dispatchEvent(new MouseEvent(event.type, event));
  };
}
