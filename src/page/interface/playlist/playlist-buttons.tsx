import { IconButton } from '../shared/icon-button.tsx';
import { useCommand, usePlayerState, useSay } from '../shared/player-context.tsx';

export function PlaylistButtons() {
  const command = useCommand();
  const say = useSay();
  const isList = usePlayerState(({ playlist }) => (playlist?.videoIds.length ?? 0) > 1);
  if (!isList) return null;
  return (
    <>
      <IconButton
        icon="previous"
        label={say('previous')}
        shortcut="Shift+P"
        className="playlist-button"
        onClick={() => command({ name: 'previousVideo', arguments: [] })}
      />
      <IconButton
        icon="next"
        label={say('next')}
        shortcut="Shift+N"
        className="playlist-button"
        onClick={() => command({ name: 'nextVideo', arguments: [] })}
      />
    </>
  );
}
