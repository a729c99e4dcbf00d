import { chapterIndexAt } from '../seek/chapters.ts';
import { clockTime } from '../../language/clock-time.ts';
import { useCommand, usePlayerState, useSay } from '../shared/player-context.tsx';
import { useWholeSeconds } from '../shared/use-position.ts';

export function TimeDisplay() {
  const isLive = usePlayerState((snapshot) => snapshot.video.isLive);
  return isLive ? <LiveButton /> : <RunningTime />;
}

function RunningTime() {
  const seconds = useWholeSeconds();
  const durationSeconds = usePlayerState((snapshot) => snapshot.durationSeconds);
  const chapters = usePlayerState((snapshot) => snapshot.video.chapters);
  const chapter = chapters[chapterIndexAt(chapters, seconds)]?.title;
  return (
    /** The seek bar says the same to screen readers, on demand rather than every second. */
    <span className="time" aria-hidden="true" dir="ltr">
      {clockTime(seconds)} <span className="time-total">/ {clockTime(durationSeconds)}</span>
      {chapter !== undefined && <bdi className="time-chapter">{chapter}</bdi>}
    </span>
  );
}

/** Says whether this is the present, and leads back to it. */
function LiveButton() {
  const isAtHead = usePlayerState((snapshot) => snapshot.isAtLiveHead);
  const endSeconds = usePlayerState((snapshot) => snapshot.seekable[1]);
  const command = useCommand();
  const say = useSay();
  return (
    <button
      type="button"
      className="live"
      data-at-head={isAtHead || undefined}
      aria-label={isAtHead ? undefined : say('jumpToLive')}
      /** Not `disabled`: a press would throw its own focus away. */
      aria-disabled={isAtHead || undefined}
      onClick={() => !isAtHead && command({ name: 'seekTo', arguments: [endSeconds, true] })}
    >
      {say('live')}
    </button>
  );
}
