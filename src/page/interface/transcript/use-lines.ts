import { useCallback, useLayoutEffect, useMemo, useState, type RefObject } from 'react';
import { usePage, usePlayback, useStore } from '../shared/player-context.tsx';
import type { TranscriptLine } from './group-cues.ts';
import { PresentLine } from './present-line.ts';
import { scrollBy, type ReadingState } from './reading-table.ts';
import type { ShownLine } from './search-lines.ts';

/** Index of the present line among the shown lines; -1 if it is not shown. */
export function usePresent(lines: readonly TranscriptLine[], shown: readonly ShownLine[]): number {
  const { root, clock } = usePage();
  const { player } = usePlayback();
  const store = useMemo(
    () => new PresentLine({ lines, player, clock, document: root.ownerDocument }),
    [lines, player, clock, root],
  );
  const present = useStore(store);
  return shown[present]?.index === present ? present : shown.findIndex(({ index }) => index === present);
}

/** Place of the line that had the focus last, while the same lines are shown; -1 before. */
export function useFocused(shown: readonly ShownLine[]): readonly [place: number, set: (place: number) => void] {
  const [focused, setFocused] = useState({ of: shown, place: -1 });
  const set = useCallback((place: number) => setFocused({ of: shown, place }), [shown]);
  return [focused.of === shown ? focused.place : -1, set];
}

interface Follow {
  readonly list: RefObject<HTMLElement | null>;
  readonly reading: ReadingState;
  readonly present: number;
}

/** Keeps the present line in view while the viewer follows it. Runs after every render, since lines that are drawn above move it. */
export function useFollow({ list, reading, present }: Follow): void {
  useLayoutEffect(() => {
    const scroller = list.current;
    const line = scroller?.querySelector(`[data-line="${present}"]`);
    if (scroller === null || line === null || line === undefined || reading !== 'following') return;
    const box = scroller.getBoundingClientRect();
    const pixels = scrollBy(line.getBoundingClientRect(), box);
    if (pixels === 0) return;
    // Scrolls only the list: `scrollIntoView` also scrolls its ancestors. Short distances scroll as the stylesheet specifies.
    scroller.scrollBy({ top: pixels, behavior: Math.abs(pixels) > box.height ? 'instant' : 'auto' });
  });
}
