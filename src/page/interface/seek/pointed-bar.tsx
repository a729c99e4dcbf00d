import { useEffect, useEffectEvent, useState, type PointerEvent, type ReactNode, type Ref } from 'react';
import { clampFraction, clampToTimeline, secondsAt, type Timeline } from './timeline.ts';
import { useOnControlsHidden } from '../attention/use-on-controls-hidden.ts';
import { FeatureBoundary } from '../errors/feature-boundary.tsx';
import { useFeature, usePage, useStore } from '../shared/player-context.tsx';
import { ChapterGaps } from './chapter-gaps.tsx';
import { MostWatched } from './most-watched.tsx';
import { SeekPreview } from './seek-preview.tsx';
import { wholeSeconds } from './whole-seconds.ts';

interface PointedBarProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly timeline: Timeline;
  /** Position of the thumb while it is dragged. */
  readonly dragSeconds: number | null;
  /** Whether keys have moved the thumb: its position is previewed until the slider loses the focus. */
  readonly isMoved: boolean;
  /** Called by Escape, which also hides the preview after keys. */
  readonly onDismiss: () => void;
  readonly children: ReactNode;
}

/**
 * The outer element of the seek bar: it follows a mouse or pen and previews the moment under the pointer. A move does not render the
 * children, because they keep their identity.
 */
export function PointedBar({ ref, timeline, dragSeconds, isMoved, onDismiss, children }: PointedBarProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  // `true` until the pointer leaves the bar.
  const [isDismissed, setDismissed] = useState(false);
  useOnControlsHidden(() => setPointed(null));
  const isPointed = pointed !== null && !isDismissed;
  useDismissal(dragSeconds === null && (isPointed || isMoved), () => {
    setDismissed(pointed !== null);
    onDismiss();
  });
  const point = ({ pointerType, currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    if (pointerType === 'touch') return;
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(width > 0 ? clampFraction((clientX - left) / width) : null);
  };
  const seconds = dragSeconds ?? (isPointed ? secondsAt(timeline, pointed) : null);
  return (
    <div
      ref={ref}
      className="seek"
      dir="ltr"
      onPointerEnter={point}
      onPointerMove={point}
      onPointerLeave={() => {
        setPointed(null);
        setDismissed(false);
      }}
    >
      {children}
      {seconds === null && isMoved ? <PresentMoment timeline={timeline} /> : <Moment {...{ timeline, seconds }} />}
    </div>
  );
}

/** Escape hides content that a pointer has brought up (WCAG 1.4.13), and has no other effect then. */
function useDismissal(isActive: boolean, dismiss: () => void): void {
  const { root } = usePage();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    dismiss();
  });
  useEffect(() => {
    if (!isActive) return undefined;
    const listening = new AbortController();
    root.ownerDocument.addEventListener('keydown', press, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [isActive, root]);
}

/** The preview of the present position, in the second that the clock shows. */
function PresentMoment({ timeline }: { timeline: Timeline }) {
  const seconds = useStore(useFeature(wholeSeconds));
  return <Moment timeline={timeline} seconds={clampToTimeline(timeline, seconds)} />;
}

function Moment({ timeline, seconds }: { timeline: Timeline; seconds: number | null }) {
  return (
    <>
      <FeatureBoundary feature="seekMarks">
        {seconds !== null && timeline.canSeek && <MostWatched />}
        <ChapterGaps timeline={timeline} seconds={seconds} />
      </FeatureBoundary>
      <FeatureBoundary feature="seekPreview">
        {seconds !== null && timeline.canSeek && <SeekPreview timeline={timeline} seconds={seconds} />}
      </FeatureBoundary>
    </>
  );
}
