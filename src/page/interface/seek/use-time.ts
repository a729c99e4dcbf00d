import { useMemo } from 'react';
import { useFeature, usePlayerState, useStore } from '../shared/player-context.tsx';
import { secondsAt, timelineOf, type Timeline } from './timeline.ts';
import { seekDrag } from './seek-drag.ts';
import { wholeSeconds } from './whole-seconds.ts';

/** Start and end of the bar. Its three sources are selected one by one: a new object would render again every time. */
export function useTimeline(): Timeline {
  const seekable = usePlayerState((snapshot) => snapshot.seekable);
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const video = usePlayerState((snapshot) => snapshot.video);
  return useMemo(() => timelineOf({ seekable, durationSeconds, video }), [seekable, durationSeconds, video]);
}

/** Media time of the thumb while it is dragged; `null` otherwise. */
export function useDragSeconds(): number | null {
  const { fraction } = useStore(useFeature(seekDrag));
  return usePlayerState((snapshot) => (fraction === null ? null : secondsAt(timelineOf(snapshot), fraction)));
}

/** The time to show: of the thumb while it is dragged, else of playback, in whole seconds. */
export function useShownSeconds(): number {
  const seconds = useStore(useFeature(wholeSeconds));
  const dragSeconds = useDragSeconds();
  return dragSeconds === null ? seconds : Math.floor(dragSeconds);
}
