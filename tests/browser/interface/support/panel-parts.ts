import { userEvent } from 'vitest/browser';
import { find } from './elements.ts';
import { until } from './until.ts';

/** The panel that is open. */
export const openPanel = (): HTMLDialogElement | null =>
  document.querySelector<HTMLDialogElement>('dialog[data-panel]');

/** Elements of the open panel that have a box, also while the panel slides in. */
export const inPanel = (selector: string): HTMLElement[] =>
  [...(openPanel()?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((element) => element.checkVisibility());

/** The accessible name of the open panel; `null` without one. */
export const panelName = (): string | null => openPanel()?.ariaLabel ?? null;

/** Presses the button of a panel with the keyboard, and waits until the panel is in its place. */
export async function openByKey(name: 'settings' | 'more' | 'playlist' | 'share'): Promise<HTMLDialogElement> {
  const opener = find(`[data-opens="${name}"]`);
  opener.focus();
  await userEvent.keyboard('{Enter}');
  return waitForPanel(opener.ariaLabel ?? '');
}

/** Presses a row of the open menu that leads to another panel or page. */
export async function enterRow(row: string, heading: string): Promise<void> {
  if (inPanel(`[data-row="${row}"]`).length === 0) await goDeeper();
  find(`[data-row="${row}"]`).focus();
  await userEvent.keyboard('{Enter}');
  await until(
    () => panelName() === heading || inPanel('.menu-back').some(({ textContent }) => textContent === heading),
  ).toBe(true);
  finishOpening();
}

/** Opens the page of less common settings, or of actions. */
export async function goDeeper(): Promise<void> {
  find('[data-row="moreSettings"], [data-row="moreActions"]').click();
  await until(() => inPanel('.menu-back').length).toBe(1);
}

export async function waitForPanel(name: string): Promise<HTMLDialogElement> {
  await until(panelName).toBe(name);
  const panel = openPanel();
  if (panel === null) throw new Error(`the panel ${name} has closed`);
  finishOpening();
  return panel;
}

/** Ends the animation that slides the panel in, so that its position no longer changes. */
function finishOpening(): void {
  for (const animation of openPanel()?.getAnimations() ?? []) animation.finish();
}

export const waitUntilClosed = () => until(panelName).toBeNull();

/** Label and value of each line of the open menu. */
export const rowTexts = (): string[] =>
  inPanel('.menu-item').map((row) =>
    [...row.querySelectorAll('.menu-label, .menu-value')].map(({ textContent }) => textContent).join(': '),
  );

/** The line of the open menu that begins with a label. */
export function rowOf(label: string): HTMLElement {
  const row = inPanel('.menu-item').find(({ textContent }) => textContent.startsWith(label));
  if (row === undefined) throw new Error(`no line begins with ${label}`);
  return row;
}

export const radioTexts = (): string[] => inPanel('[role="radio"]').map(({ textContent }) => textContent);

export const chosenTexts = (): string[] =>
  inPanel('[role="radio"][aria-checked="true"]').map(({ textContent }) => textContent);

/** Accessible name of the focused element. */
export function focusedName(): string {
  const { activeElement } = document;
  return activeElement?.ariaLabel ?? activeElement?.textContent ?? '';
}
