import { usePlayerState } from './player-context.tsx';
import { clockTime } from './time-format.ts';
import { useWholeSeconds } from './use-position.ts';

export function TimeDisplay() {
  const seconds = useWholeSeconds();
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  if (isLive) return <LiveBadge />;
  return (
    /** The seek bar says the same to screen readers, on demand rather than every second. */
    <span className="time" aria-hidden="true">
      {clockTime(seconds)} <span className="time-total">/ {clockTime(durationSeconds)}</span>
    </span>
  );
}

function LiveBadge() {
  const isAtHead = usePlayerState((snapshot) => snapshot.isAtLiveHead);
  return (
    <span className="live" data-at-head={isAtHead || undefined}>
      Live
    </span>
  );
}
