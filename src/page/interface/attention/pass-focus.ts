import type { Attention } from './attention.ts';

/**
 * Moves the focus of a keyboard from a removed control to the control that replaces it. The focus of a pointer ends, since it would
 * draw a ring around the other control.
 */
export function passFocus(
  attention: Pick<Attention, 'moveFocus'>,
  from: HTMLElement,
  to: HTMLElement | null | undefined,
): void {
  const isByKeyboard = from.matches(':focus-visible');
  attention.moveFocus(() => (isByKeyboard ? to?.focus() : from.blur()));
}
