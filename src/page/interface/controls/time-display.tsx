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
    /** Screen readers get the time from the seek bar, on demand rather than every second. */
    <span className="time" aria-hidden="true" dir="ltr">
      {clockTime(seconds)} <span className="time-total">/ {clockTime(durationSeconds)}</span>
      {chapter !== undefined && <bdi className="time-chapter">{chapter}</bdi>}
    </span>
  );
}

/** Shows whether playback is at the live edge, and returns to it. */
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
      /** Not `disabled`: the button would lose focus when pressed. */
      aria-disabled={isAtHead || undefined}
      onClick={() => !isAtHead && command({ name: 'seekTo', arguments: [endSeconds, true] })}
    >
      {say('live')}
    </button>
  );
}
