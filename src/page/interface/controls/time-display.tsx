import { useLayoutEffect, useRef } from 'react';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { ChapterButton } from '../chapters/chapter-button.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { useFeature, usePlayerState, useSay, useStore } from '../shared/player-context.tsx';
import { timeLeft } from './time-left.ts';
import { useShownTime } from '../seek/use-time.ts';

/** Parts that only live streams need load with the first one. */
const LiveButton = onDemand(async () => (await import('../live/live-parts.tsx')).LiveButton);

export function TimeDisplay() {
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  return isLive ? <LiveButton /> : <RunningTime />;
}

function RunningTime() {
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const left = useFeature(timeLeft);
  const isLeft = useStore(left);
  const say = useSay();
  return (
    <span className="time">
      <span className="time-face">
        {/* Screen readers get the time from the seek bar, on demand rather than every second. */}
        <span className="time-clock" dir="ltr" aria-hidden="true">
          <Clock toSeconds={isLeft ? Math.floor(durationSeconds) : null} />{' '}
          <span className="time-total">/ {clockTime(durationSeconds)}</span>
        </span>
        {/* Lies over the clock, so that the figures are not part of the button's name. */}
        <button
          type="button"
          className="time-toggle"
          aria-label={say('timeLeft')}
          aria-pressed={isLeft}
          data-tooltip={say('timeLeft')}
          onClick={left.toggle}
        />
      </span>
      <ChapterButton />
    </span>
  );
}

/**
 * Writes the text of the clock each second without a render, which would cost the main thread 1 ms. With `toSeconds`, counts down to it.
 */
function Clock({ toSeconds }: { toSeconds: number | null }) {
  const shown = useShownTime();
  const clock = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const { current } = clock;
    if (current === null) return undefined;
    const text = current.ownerDocument.createTextNode('');
    current.replaceChildren(text);
    const write = (): void => {
      const time = toSeconds === null ? clockTime(shown.get()) : `−${clockTime(toSeconds - shown.get())}`;
      if (text.data !== time) text.data = time;
    };
    write();
    return shown.subscribe(write);
  }, [shown, toSeconds]);
  return <span ref={clock} />;
}
