import { Icon } from '../shared/icon.tsx';
import { useCommand, usePlayerState, useSay } from '../shared/player-context.tsx';

/** Shown after the browser allowed only muted playback: sound is one press away (P6). */
export function UnmuteButton() {
  const isOffered = usePlayerState(({ autoplayBlocked, muted, error }) => autoplayBlocked && muted && error === null);
  const command = useCommand();
  const say = useSay();
  if (!isOffered) return null;
  return (
    <button
      type="button"
      className="text-button corner-button"
      onClick={() => command({ name: 'unMute', arguments: [] })}
    >
      <Icon name="muted" /> {say('tapToUnmute')}
    </button>
  );
}
