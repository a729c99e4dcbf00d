import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { clampToTimeline, timelineOf } from '../seek/timeline.ts';
import { positionAt } from '../../player/player.ts';
import type { PlainProps } from './plain-props.ts';

const TICK_MS = 1_000;

/** The browser's own slider, in whole seconds. It seeks while it moves. */
export function PlainSeekBar({ player, clock, labels }: PlainProps) {
  const snapshot = useSyncExternalStore(player.subscribe, player.getSnapshot);
  useTick(clock);
  const timeline = timelineOf(snapshot);
  const seconds = clampToTimeline(timeline, positionAt(snapshot, clock.monotonicNow()));
  // Browsers count steps from `min`: they would round a value between two steps, and report it as input.
  const least = Math.ceil(timeline.startSeconds);
  return (
    <input
      type="range"
      className="plain-seek"
      dir="ltr"
      aria-label={labels.seek}
      min={least}
      max={timeline.endSeconds}
      value={Math.max(least, Math.floor(seconds))}
      disabled={!timeline.canSeek}
      onChange={({ target }) => player.execute({ name: 'seekTo', arguments: [Number(target.value), true] }, 'viewer')}
    />
  );
}

/** Renders once a second: the player emits no change while it plays. */
function useTick(clock: Clock): void {
  const [count, setCount] = useState(0);
  useEffect(() => clock.after(TICK_MS, () => setCount(count + 1)), [clock, count]);
}
