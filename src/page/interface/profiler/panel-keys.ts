import type { FrameChoice } from '../../../../protocol/profiling/frames.ts';
import { viewAfterKey } from './plot-view.ts';
import type { ProfilerSession } from './profiler-session.ts';

export interface PanelKeysOptions {
  readonly session: Pick<ProfilerSession, 'chooseFrame' | 'find' | 'search' | 'get' | 'moveTo' | 'bounds'>;
  readonly close: () => void;
}

/** Keys that choose a frame; keys with Shift step through all frames. */
const FRAME_KEYS: Readonly<Record<string, FrameChoice>> = {
  '[': 'previous',
  ']': 'next',
  '{': 'previous of all',
  '}': 'next of all',
  w: 'worst',
};
const SEARCH_KEYS: Readonly<Record<string, 1 | -1>> = { n: 1, p: -1 };
const SEARCH = 'input[type="search"]';
const PLOT = '.profiler-plot';
/** Elements whose arrow keys switch tabs and move the edge of the panel. */
const OWN_ARROWS = '[role="tab"], [role="separator"]';

/**
 * Handles the keys of the whole panel, wherever in the panel the focus is: keys of lanes, frames and the search while lanes are
 * shown. A text field keeps its own keys, where Escape first leaves the search and Enter finds the next match. `signal` ends the
 * listeners.
 */
export function listenToPanel(panel: HTMLElement, { session, close }: PanelKeysOptions, signal: AbortSignal): void {
  const pressInSearch = ({ key, shiftKey }: KeyboardEvent): boolean => {
    if (key === 'Enter') session.find(shiftKey ? -1 : 1);
    else if (key === 'Escape') {
      session.search('');
      panel.querySelector<HTMLElement>(PLOT)?.focus();
    } else return false;
    return true;
  };
  const moveLanes = (key: string): boolean => {
    const view = viewAfterKey(key, session.get().display.view, session.bounds);
    if (view !== null) session.moveTo(view);
    return view !== null;
  };
  const press = ({ key, target }: KeyboardEvent): boolean => {
    const search = panel.querySelector<HTMLInputElement>(SEARCH);
    if (search === null) return false;
    const frame = FRAME_KEYS[key];
    const step = SEARCH_KEYS[key];
    if (key === '/') search.focus();
    else if (frame !== undefined) session.chooseFrame(frame);
    else if (step !== undefined && search.value !== '') session.find(step);
    else return !(target as Element).matches(OWN_ARROWS) && moveLanes(key);
    return true;
  };
  panel.addEventListener(
    'keydown',
    (event) => {
      const target = event.target as Element;
      // On many keyboards brackets need AltGr, which some systems report as Ctrl and Alt.
      const isShortcut = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
      if (event.defaultPrevented || event.metaKey || isShortcut) return;
      const isUsed = target.matches(SEARCH) ? pressInSearch(event) : press(event);
      // The player uses the same keys.
      if (isUsed) event.preventDefault();
      // Escape closes the panel only from inside: elsewhere the key leaves full screen, a menu or a card.
      else if (event.key === 'Escape') close();
    },
    { signal },
  );
}
