import { useLayoutEffect, useRef, useState } from 'react';
import { useSay } from '../shared/player-context.tsx';
import { PanelFrame } from '../panels/panel-frame.tsx';
import { VideoActions } from './video-actions.tsx';

/** The menu of a right click or the menu key. */
export function ContextMenu({ at: [left, top] }: { at: readonly [left: number, top: number] }) {
  const say = useSay();
  const place = useRef<HTMLDivElement>(null);
  const [shift, setShift] = useState<readonly [x: number, y: number]>([0, 0]);

  // Moves inward from the edges once its size is known.
  useLayoutEffect(() => {
    const box = place.current?.parentElement?.getBoundingClientRect();
    if (box === undefined) return;
    setShift([
      Math.min(0, window.innerWidth - left - box.width - 8),
      Math.min(0, window.innerHeight - top - box.height - 8),
    ]);
  }, [left, top]);

  return (
    <PanelFrame
      className="context-menu"
      label={say('menu')}
      style={{ left: Math.max(8, left + shift[0]), top: Math.max(8, top + shift[1]) }}
    >
      <div ref={place}>
        {/* Opened again at another place, it is remounted, so that its lines are about that moment. */}
        <VideoActions key={`${left} ${top}`} />
      </div>
    </PanelFrame>
  );
}
