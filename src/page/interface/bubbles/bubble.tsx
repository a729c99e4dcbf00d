import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import './bubble.css';
import { bubbles } from './bubbles.ts';
import { useFeature, usePage, useStore } from '../shared/player-context.tsx';

/** Distance that a bubble keeps from the edges of the frame. */
const EDGE_PIXELS = 6;
/** Distance that a bubble keeps from a control above it. */
const GAP_PIXELS = 3;

/**
 * The bubble with a control's name, above the bar or below a control at the top; one element serves all controls. Screen readers read the
 * name from the control.
 */
export function Bubble() {
  const { root } = usePage();
  const { anchor } = useStore(useFeature(bubbles));
  const bubble = useRef<HTMLDivElement>(null);
  const isLow = anchor !== null && anchor.closest('.control-bar, .lone-play') !== null;
  const text = useTooltip(anchor);
  // Runs after every render: the width of the name changes with the state of the control.
  useLayoutEffect(() => {
    const element = bubble.current;
    if (anchor === null || element === null) return;
    const box = anchor.getBoundingClientRect();
    const frame = root.getBoundingClientRect();
    const { width } = element.getBoundingClientRect();
    const start = box.left + box.width / 2 - frame.left - width / 2;
    element.style.top = isLow ? '' : `${box.bottom - frame.top + GAP_PIXELS}px`;
    element.style.left = `${Math.max(EDGE_PIXELS, Math.min(start, root.clientWidth - width - EDGE_PIXELS))}px`;
  });
  if (anchor === null) return null;
  return (
    <div ref={bubble} className="bubble" data-place={isLow ? 'low' : undefined} aria-hidden="true">
      {text}
    </div>
  );
}

/** The name of the control; follows its changes, since a press can rename a control. */
function useTooltip(anchor: HTMLElement | null): string {
  const subscribe = useCallback(
    (listener: () => void) => {
      const observer = new MutationObserver(listener);
      if (anchor !== null) observer.observe(anchor, { attributeFilter: ['data-tooltip'] });
      return () => observer.disconnect();
    },
    [anchor],
  );
  return useSyncExternalStore(subscribe, () => anchor?.dataset['tooltip'] ?? '');
}
