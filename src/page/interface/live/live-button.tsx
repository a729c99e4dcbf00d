import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { clockTime } from '../../../../protocol/runtime/clock-time.ts';
import { useShownSeconds } from '../seek/use-time.ts';
import { useCommand, usePlayerState, useSay } from '../shared/player-context.tsx';

/** Shows whether playback is at the live edge, or how far behind; a press returns to the live edge. */
export function LiveButton() {
  // Paused playback is behind the live edge from the first moment.
  const isAtHead = usePlayerState(({ isAtLiveHead, state }) => isAtLiveHead && state !== PLAYER_STATE.paused);
  // A stalled picture is not live.
  const isWaiting = usePlayerState((snapshot) => snapshot.waiting);
  const endSeconds = usePlayerState((snapshot) => snapshot.seekable[1]);
  const command = useCommand();
  const say = useSay();
  const behindSeconds = endSeconds - useShownSeconds();
  return (
    <>
      <button
        type="button"
        className="live"
        data-at-head={(isAtHead && !isWaiting) || undefined}
        aria-label={isAtHead ? undefined : say('jumpToLive')}
        onClick={() => command({ name: 'seekTo', arguments: [endSeconds, true] })}
      >
        {say('live')}
      </button>
      {!isAtHead && behindSeconds >= 1 && (
        <span className="live-behind" aria-hidden="true" dir="ltr">
          −{clockTime(behindSeconds)}
        </span>
      )}
    </>
  );
}
