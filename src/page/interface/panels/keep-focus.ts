import { reachableControls } from './panel-keys.ts';

/**
 * Keeps the focus in a panel whose focused control is removed: browsers move the focus to the body, where a panel receives no keys. The
 * focus moves to the next control of the panel, or else to the first control, which closes the panel.
 */
export function keepFocusInPanel(panel: HTMLElement, moveFocus: (move: () => void) => void): () => void {
  const { body } = panel.ownerDocument;
  let held: Node | null = null;
  const remember = ({ target }: FocusEvent): void => {
    held = target as Node;
  };
  const observer = new MutationObserver((records) => {
    if (held === null || held.isConnected || panel.ownerDocument.activeElement !== body) return;
    const place = gapLeftBy(held, records);
    held = null;
    const controls = reachableControls(panel);
    const next = place === null ? undefined : controls.find((control) => place.comparePoint(control, 0) >= 0);
    moveFocus(() => (next ?? controls[0] ?? panel).focus());
  });
  panel.addEventListener('focusin', remember);
  observer.observe(panel, { childList: true, subtree: true });
  return () => {
    panel.removeEventListener('focusin', remember);
    observer.disconnect();
  };
}

/** Position of a removed node, as an empty range; `null` if its parent was removed, too. */
function gapLeftBy(removed: Node, records: readonly MutationRecord[]): Range | null {
  const record = records.find(
    ({ target, removedNodes }) => target.isConnected && [...removedNodes].some((node) => node.contains(removed)),
  );
  if (record === undefined) return null;
  const { target, nextSibling } = record;
  const range = new Range();
  if (nextSibling?.parentNode === target) range.setStartBefore(nextSibling);
  else range.selectNodeContents(target);
  range.collapse(nextSibling?.parentNode === target);
  return range;
}
