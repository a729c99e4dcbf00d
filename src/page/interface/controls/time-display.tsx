import { chapterIndexAt } from '../seek/chapters.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { onDemand } from '../shared/on-demand.tsx';
import { usePlayerState } from '../shared/player-context.tsx';
import { useShownSeconds } from '../seek/use-time.ts';

/** What only live streams need loads with the first one. */
const LiveButton = onDemand(async () => (await import('../live/live-parts.tsx')).LiveButton);

export function TimeDisplay() {
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  return isLive ? <LiveButton /> : <RunningTime />;
}

function RunningTime() {
  const seconds = useShownSeconds();
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const chapters = usePlayerState((snapshot) => snapshot.video.chapters);
  const chapter = chapters[chapterIndexAt(chapters, seconds)]?.title;
  return (
    /** Screen readers get the time from the seek bar, on demand rather than every second. */
    <span className="time" aria-hidden="true" dir="ltr">
      {clockTime(seconds)} <span className="time-total">/ {clockTime(durationSeconds)}</span>
      {chapter !== undefined && <bdi className="time-chapter">{chapter}</bdi>}
    </span>
  );
}
