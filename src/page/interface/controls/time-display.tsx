import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { ChapterButton } from '../chapters/chapter-button.tsx';
import { onDemand } from '../shared/on-demand.tsx';
import { usePlayerState } from '../shared/player-context.tsx';
import { useShownSeconds } from '../seek/use-time.ts';

/** Parts that only live streams need load with the first one. */
const LiveButton = onDemand(async () => (await import('../live/live-parts.tsx')).LiveButton);

export function TimeDisplay() {
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  return isLive ? <LiveButton /> : <RunningTime />;
}

function RunningTime() {
  const seconds = useShownSeconds();
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  return (
    <span className="time" dir="ltr">
      {/* Screen readers get the time from the seek bar, on demand rather than every second. */}
      <span className="time-clock" aria-hidden="true">
        {clockTime(seconds)} <span className="time-total">/ {clockTime(durationSeconds)}</span>
      </span>
      <ChapterButton seconds={seconds} />
    </span>
  );
}
