import { PLAYER_STATE } from '../../../../protocol/host/player-info.ts';
import { usePlayerState, useSay } from './player-context.tsx';

/** Its appearance is delayed by the stylesheet, so that short waits do not flash. */
export function Spinner() {
  const isWaiting = usePlayerState(({ waiting, state }) => waiting || state === PLAYER_STATE.buffering);
  const say = useSay();
  if (!isWaiting) return null;
  return (
    <div className="spinner" role="status" aria-label={say('loading')}>
      <svg viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <circle cx="24" cy="24" r="19" />
      </svg>
    </div>
  );
}
