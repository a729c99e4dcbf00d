import type { Attention } from './attention.ts';

/**
 * For a control that goes away: the focus of a keyboard moves to the one that replaces it. That of a pointer ends, since a
 * ring around the other control would come unasked.
 */
export function passFocus(
  attention: Pick<Attention, 'moveFocus'>,
  from: HTMLElement,
  to: HTMLElement | null | undefined,
): void {
  const isByKeyboard = from.matches(':focus-visible');
  attention.moveFocus(() => (isByKeyboard ? to?.focus() : from.blur()));
}
