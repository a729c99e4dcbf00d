import { useLayoutEffect, useRef } from 'react';
import { usePage, usePlayback } from './player-context.tsx';
import { CONTROL_SELECTOR } from './control-selector.ts';

const PLAY_BUTTONS = '.centre-play, .bar-play, .lone-play';

/** The part of a press that is used. */
interface PressOnControl {
  readonly currentTarget: Element | null;
}

/**
 * For controls that appear without a request and disappear with their own press. The returned function creates their `onClick`: before
 * `run`, it moves keyboard focus back to the control that had it when they appeared, else to the play button. After a press by a pointer
 * it focuses the picture: another control would show a ring with the next key.
 */
export function useLeaveControl(isShown = true): (run: () => unknown) => (press: PressOnControl) => void {
  const { root, media } = usePage();
  const { attention } = usePlayback();
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (isShown) before.current = root.ownerDocument.activeElement;
  }, [isShown, root]);
  const leave = (control: Element | null): void => {
    if (control === null || control !== root.ownerDocument.activeElement) return;
    const isByKeyboard = control.matches(':focus-visible');
    const target = (isByKeyboard && controlFor(before.current, root)) || media;
    attention.moveFocus(() => target.focus({ preventScroll: true }));
  };
  return (run) => (press) => {
    leave(press.currentTarget);
    run();
  };
}

/** The wanted control or, if it is not in the page, the play button. */
export function controlFor(wanted: Element | null, root: HTMLElement): HTMLElement | undefined {
  const candidates = [wanted, ...root.querySelectorAll(PLAY_BUTTONS)];
  return candidates.find((one) => isFocusable(one, root));
}

function isFocusable(element: Element | null, root: HTMLElement): element is HTMLElement {
  return (
    element instanceof HTMLElement &&
    root.contains(element) &&
    element.matches(CONTROL_SELECTOR) &&
    element.checkVisibility({ visibilityProperty: true })
  );
}
