import { useState, type PointerEvent, type ReactNode } from 'react';
import type { Timeline } from './timeline.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { SeekPreview } from './seek-preview.tsx';

interface PointedBarProps {
  readonly timeline: Timeline;
  readonly isDragging: boolean;
  /** Position of the thumb while dragged or focused by keyboard. */
  readonly heldSeconds: number | null;
  readonly children: ReactNode;
}

/**
 * The frame of the seek bar: it follows a mouse or pen and shows the moment under it. A move renders only the preview,
 * because the children keep their identity. A finger drags the thumb instead, which the bar itself follows.
 */
export function PointedBar({ timeline, isDragging, heldSeconds, children }: PointedBarProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const point = ({ pointerType, currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    if (pointerType === 'touch') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(width > 0 ? Math.min(1, Math.max(0, (clientX - left) / width)) : null);
  };
  return (
    <div
      className="seek"
      dir="ltr"
      data-dragging={isDragging || undefined}
      onPointerEnter={point}
      onPointerMove={point}
      onPointerLeave={() => setPointed(null)}
    >
      {children}
      <FeatureBoundary feature="seekPreview">
        <SeekPreview timeline={timeline} pointed={pointed} heldSeconds={heldSeconds} />
      </FeatureBoundary>{' '}
    </div>
  );
}
