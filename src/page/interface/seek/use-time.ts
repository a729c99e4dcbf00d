import { useMemo } from 'react';
import { useFeature, usePlayback, usePlayerState, useStore } from '../shared/player-context.tsx';
import { secondsAt, timelineOf, type Timeline } from './timeline.ts';
import { seekDrag } from './seek-drag.ts';
import { wholeSeconds } from './whole-seconds.ts';

/**
 * Start and end of the bar. Its three sources are selected one by one: a selector that returns a new object would render with every
 * change.
 */
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

interface ShownSeconds {
  readonly get: () => number;
  readonly subscribe: (listener: () => void) => () => void;
}

/**
 * The time to show, in whole seconds: of the thumb while it is dragged, else of playback. For components that write it without a render.
 */
export function useShownTime(): ShownSeconds {
  const { player } = usePlayback();
  const present = useFeature(wholeSeconds);
  const drag = useFeature(seekDrag);
  return useMemo(
    () => ({
      get() {
        const { fraction } = drag.get();
        return fraction === null ? present.get() : Math.floor(secondsAt(timelineOf(player.getSnapshot()), fraction));
      },
      subscribe(listener) {
        const stops = [present.subscribe(listener), drag.subscribe(listener)];
        return () => {
          for (const stop of stops) stop();
        };
      },
    }),
    [player, present, drag],
  );
}

/** The time of {@link useShownTime}, with a render each second. */
export function useShownSeconds(): number {
  return useStore(useShownTime());
}
