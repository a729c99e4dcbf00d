/** Controls of a panel that Tab reaches. */
export function reachableControls(panel: HTMLElement): HTMLElement[] {
  const controls = 'button, a[href], input, select, textarea';
  return [...panel.querySelectorAll<HTMLElement>(controls)].filter(
    (control) => !control.matches(':disabled, [tabindex="-1"]') && control.getClientRects().length > 0,
  );
}

/** Tab goes round inside; from a frame, browsers would continue in the host page. */
export function keepFocusInside(event: KeyboardEvent, panel: HTMLElement): void {
  const controls = reachableControls(panel);
  const [first, last] = [controls[0], controls.at(-1)];
  const leavesAt = event.shiftKey ? first : last;
  if (document.activeElement !== leavesAt && document.activeElement !== panel) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** Arrows move through the lines of a menu or list, Home and End to its ends; fields and radio groups differ. */
export function moveInMenu(event: KeyboardEvent, panel: HTMLElement): void {
  const { activeElement } = document;
  const own = 'input, select, textarea, [role="radiogroup"]';
  if ((activeElement?.closest(own) ?? null) !== null) return;
  const lines = [...panel.querySelectorAll<HTMLElement>('.menu-item')].filter(
    (line) => line.tabIndex === 0 && line.getClientRects().length > 0,
  );
  if (lines.length < 2) return;
  const current = lines.findIndex((line) => line === activeElement);
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (current + 1) % lines.length,
    ArrowUp: (Math.max(current, 0) - 1 + lines.length) % lines.length,
    Home: 0,
    End: lines.length - 1,
  };
  const target = targets[event.key];
  if (target === undefined) return;
  lines[target]?.focus();
  event.preventDefault();
}
