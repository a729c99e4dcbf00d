import type { KeyboardEvent as ReactKeyboardEvent } from 'react';
import { CONTROL_SELECTOR } from '../shared/control-selector.ts';

/** Step of each arrow in a list. */
const DOWN_AND_UP: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
/** In radio groups of one row all arrows move the focus; elsewhere left and right open and leave submenus. */
const ALL_ARROWS: Readonly<Record<string, number>> = { ...DOWN_AND_UP, ArrowRight: 1, ArrowLeft: -1 };
const IN_A_ROW = '.short-choices, .opinions';

/** Controls of a panel that Tab reaches. */
export function reachableControls(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>(CONTROL_SELECTOR)].filter(
    (control) => !control.matches(':disabled, [tabindex="-1"]') && control.getClientRects().length > 0,
  );
}

/** Tab wraps inside the panel; from a frame, browsers would continue in the host page. */
export function keepFocusInside(event: KeyboardEvent, panel: HTMLElement): void {
  const controls = reachableControls(panel);
  const [first, last] = [controls[0], controls.at(-1)];
  const leavesAt = event.shiftKey ? first : last;
  if (document.activeElement !== leavesAt && document.activeElement !== panel) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

/** The arrow in reading direction opens the submenu of a line, the opposite arrow leaves it. Returns whether the key did either. */
function turnPage({ key }: KeyboardEvent, panel: HTMLElement, focused: Element): boolean {
  if ((key !== 'ArrowRight' && key !== 'ArrowLeft') || focused.closest(IN_A_ROW) !== null) return false;
  const isForward = (key === 'ArrowRight') === (getComputedStyle(panel).direction === 'ltr');
  const line = isForward
    ? focused.closest<HTMLElement>('.menu-item[data-opens-page]')
    : panel.querySelector<HTMLElement>('.menu-back');
  line?.click();
  return line !== null;
}

/**
 * Arrows move through the lines of a menu or list, Home and End to its ends. Fields handle their own arrows, and so do radio groups,
 * except at their ends, where an arrow moves to the lines around them.
 */
export function moveInMenu(event: KeyboardEvent, panel: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement.closest('input, select, textarea') !== null) return;
  if (turnPage(event, panel, activeElement)) return event.preventDefault();
  const group = activeElement.closest('[role="radiogroup"]');
  const lines = [...panel.querySelectorAll<HTMLElement>('.menu-item')].filter(
    (line) => line.tabIndex === 0 && line.getClientRects().length > 0,
  );
  if (group !== null && !isAtEnd(event.key, activeElement, group, lines)) return;
  const current = lines.find((line) => line === activeElement || group?.contains(line) === true);
  if (lines.length > 1) moveThrough(event, lines, DOWN_AND_UP, current);
}

/** Whether a key leads out of the group, to a line other than 'Back'. */
function isAtEnd(key: string, radio: Element, group: Element, lines: readonly HTMLElement[]): boolean {
  const radios = [...group.querySelectorAll('[role="radio"]')];
  const others = lines.filter((line) => !group.contains(line) && !line.matches('.menu-back'));
  return (
    others.length > 0 &&
    ((key === 'ArrowDown' && radio === radios.at(-1)) || (key === 'ArrowUp' && radio === radios[0]))
  );
}

/** Arrows move through a radio group, Home and End to its ends, unless they have moved in the menu around it. */
export function moveInRadioGroup(event: ReactKeyboardEvent<HTMLElement>): void {
  if (event.defaultPrevented) return;
  const radios = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="radio"]')];
  const arrows = event.currentTarget.matches(IN_A_ROW) ? ALL_ARROWS : DOWN_AND_UP;
  if (moveThrough(event, radios, arrows)) event.stopPropagation();
}

/** Wraps at the ends. Returns whether the key moves the focus. */
function moveThrough(
  event: Pick<KeyboardEvent, 'key' | 'preventDefault'>,
  items: readonly HTMLElement[],
  arrows: Readonly<Record<string, number>>,
  from: Element | null | undefined = document.activeElement,
): boolean {
  const current = items.findIndex((item) => item === from);
  const target = targetOf(event.key, current, items.length, arrows);
  if (target === undefined) return false;
  items[target]?.focus();
  event.preventDefault();
  return true;
}

/** `current` is -1 if no item has the focus. */
function targetOf(
  key: string,
  current: number,
  count: number,
  arrows: Readonly<Record<string, number>>,
): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = arrows[key];
  if (step === undefined) return undefined;
  return step > 0 ? (current + 1) % count : (Math.max(current, 0) - 1 + count) % count;
}
