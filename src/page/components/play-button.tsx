import { PLAYER_STATE } from '../../../protocol/player-info.ts';
import { IconButton } from './icon-button.tsx';
import { useCommand, usePlayerState, useSay } from './player-context.tsx';

export function PlayButton() {
  const state = usePlayerState((snapshot) => snapshot.state);
  const command = useCommand();
  const say = useSay();
  if (state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering)
    return (
      <IconButton
        icon="pause"
        label={say('pause')}
        shortcut="k"
        onClick={() => command({ name: 'pauseVideo', arguments: [] })}
      />
    );
  const isOver = state === PLAYER_STATE.ended;
  return (
    <IconButton
      icon={isOver ? 'replay' : 'play'}
      label={say(isOver ? 'replay' : 'play')}
      shortcut="k"
      onClick={() => command({ name: 'playVideo', arguments: [] })}
    />
  );
}
