import type { Attention } from './attention.ts';

/**
 * Moves keyboard focus from a removed control to the control that replaces it. A control that was focused by a pointer only loses the
 * focus, because the other control would show a focus ring.
 */
export function passFocus(
  attention: Pick<Attention, 'moveFocus'>,
  from: HTMLElement,
  to: HTMLElement | null | undefined,
): void {
  const isByKeyboard = from.matches(':focus-visible');
  attention.moveFocus(() => (isByKeyboard ? to?.focus() : from.blur()));
}
