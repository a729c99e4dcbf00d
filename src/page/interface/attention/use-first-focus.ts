import { useEffect, useEffectEvent, type RefObject } from 'react';
import { usePage, usePlayback } from '../shared/player-context.tsx';
import { passFocus } from './pass-focus.ts';

/** Takes the focus over from one of these buttons of the HTML, which the rendered one replaces, whenever `moment` changes. */
export function useFirstFocus(selectors: string, button: RefObject<HTMLElement | null>, moment: unknown): void {
  const { root } = usePage();
  const { attention } = usePlayback();
  const take = useEffectEvent(() => {
    const first = root.querySelector<HTMLElement>(`:is(${selectors}):focus`);
    if (first !== null && button.current !== null) passFocus(attention, first, button.current);
  });
  useEffect(() => take(), [moment]);
}
