import { useMemo } from 'react';
import { usePlayerState, useStore, useViewer } from '../shared/player-context.tsx';
import { secondsAt, timelineOf, type Timeline } from './timeline.ts';

/** Start and end of the bar. Its three sources are selected one by one: a new object would render again every time. */
export function useTimeline(): Timeline {
  const seekable = usePlayerState((snapshot) => snapshot.seekable);
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const video = usePlayerState((snapshot) => snapshot.video);
  return useMemo(() => timelineOf({ seekable, durationSeconds, video }), [seekable, durationSeconds, video]);
}

/** Media time of the thumb while it is dragged; `null` otherwise. */
export function useDragSeconds(): number | null {
  const { fraction } = useStore(useViewer().seekDrag);
  const timeline = useTimeline();
  return fraction === null ? null : secondsAt(timeline, fraction);
}

/** The time to show: of the thumb while it is dragged, else of playback, in whole seconds. */
export function useShownSeconds(): number {
  const seconds = useStore(useViewer().wholeSeconds);
  const dragSeconds = useDragSeconds();
  return dragSeconds === null ? seconds : Math.floor(dragSeconds);
}
