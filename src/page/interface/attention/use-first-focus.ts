import { useEffect, type RefObject } from 'react';
import { usePage, usePlayback } from '../shared/player-context.tsx';
import { passFocus } from './pass-focus.ts';

/** Takes the focus over from one of these buttons of the HTML, which the rendered one replaces, after every render. */
export function useFirstFocus(selectors: string, button: RefObject<HTMLElement | null>): void {
  const { root } = usePage();
  const { attention } = usePlayback();
  useEffect(() => {
    const first = root.querySelector<HTMLElement>(`:is(${selectors}):focus`);
    if (first !== null && button.current !== null) passFocus(attention, first, button.current);
  });
}
