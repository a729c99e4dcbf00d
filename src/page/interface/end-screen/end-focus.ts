import type { Attention } from '../attention/attention.ts';
import { passFocus } from '../attention/pass-focus.ts';

type FocusMover = Pick<Attention, 'moveFocus'>;

/** Moves the focus from the middle controls for fingers to the replay button of the end screen, which replaces them. */
export function takeFocusOver(replay: HTMLElement | null, attention: FocusMover): void {
  const focused = replay?.ownerDocument.activeElement;
  if (focused?.closest('.centre-controls')) attention.moveFocus(() => replay?.focus());
}

/** When playing again hides the end screen, keyboard focus inside the screen moves to the play button of the controls. */
export function passFocusOn(screen: HTMLElement | null, root: HTMLElement, attention: FocusMover): void {
  const focused = root.ownerDocument.activeElement;
  if (!(focused instanceof HTMLElement) || screen?.contains(focused) !== true) return;
  const buttons = [...root.querySelectorAll<HTMLElement>('.bar-play, .centre-play')];
  const button = buttons.find((one) => one.getClientRects().length > 0);
  passFocus(attention, focused, button);
}
