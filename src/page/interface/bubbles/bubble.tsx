import { useLayoutEffect, useRef, useState } from 'react';
import './bubble.css';
import { bubbles } from './bubbles.ts';
import { useFeature, usePage, useStore } from '../shared/player-context.tsx';

/** Distance that a bubble keeps from the edges of the frame. */
const EDGE_PIXELS = 6;

/** Drawn once for all controls, above the bar or below a button at the top. Screen readers have the name from the control. */
export function Bubble() {
  const { root } = usePage();
  const { anchor } = useStore(useFeature(bubbles));
  const bubble = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState({ left: 0, top: 0 });
  const text = anchor?.dataset['tooltip'] ?? '';
  useLayoutEffect(() => {
    if (anchor === null || bubble.current === null) return;
    const box = anchor.getBoundingClientRect();
    const { width } = bubble.current.getBoundingClientRect();
    const middle = box.left + box.width / 2 - root.getBoundingClientRect().left;
    const left = Math.max(EDGE_PIXELS, Math.min(middle - width / 2, root.clientWidth - width - EDGE_PIXELS));
    if (left !== place.left || box.bottom !== place.top) setPlace({ left, top: box.bottom });
  }, [anchor, root, place]);
  if (anchor === null) return null;
  const isLow = anchor.closest('.control-bar') !== null;
  const style = isLow ? { left: place.left } : place;
  return (
    <div ref={bubble} className="bubble" data-place={isLow ? 'low' : 'high'} aria-hidden="true" style={style}>
      {text}
    </div>
  );
}
