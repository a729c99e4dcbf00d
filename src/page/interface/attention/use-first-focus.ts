import { useEffect, type RefObject } from 'react';
import { usePage, usePlayback } from '../shared/player-context.tsx';
import { passFocus } from './pass-focus.ts';

/** After every render, moves the focus from a button of the HTML that matches `selectors` to `button`, which replaces it. */
export function useFirstFocus(selectors: string, button: RefObject<HTMLElement | null>): void {
  const { root } = usePage();
  const { attention } = usePlayback();
  useEffect(() => {
    const first = root.querySelector<HTMLElement>(`:is(${selectors}):focus`);
    if (first !== null && button.current !== null) passFocus(attention, first, button.current);
  });
}
