import { useEffect, useState } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { usePage, usePlayerState, useSay } from './player-context.tsx';

/** Shorter waits are not announced. Longer than a seek into the buffer takes. */
const SPOKEN_AFTER_MS = 1_000;

/**
 * The stylesheet delays the spinner, so that short waits do not flash. Its live region stays mounted, so that its words are
 * announced.
 */
export function Spinner() {
  // A paused video that seeks waits for a frame, too.
  const isWaiting = usePlayerState(
    ({ waiting, seeking, state }) =>
      waiting || state === PLAYER_STATE.buffering || (seeking && state === PLAYER_STATE.paused),
  );
  return (
    <div className="waiting" role="status">
      {isWaiting && (
        <>
          <div className="spinner" aria-hidden="true">
            <svg viewBox="0 0 48 48" focusable="false">
              <circle cx="24" cy="24" r="19" />
            </svg>
          </div>
          <SpokenWait />
        </>
      )}
    </div>
  );
}

/** A live region announces its content, not its label. */
function SpokenWait() {
  const { clock } = usePage();
  const say = useSay();
  const [isLong, setLong] = useState(false);
  useEffect(() => clock.after(SPOKEN_AFTER_MS, () => setLong(true)), [clock]);
  return isLong && <span className="visually-hidden">{say('loading')}</span>;
}
