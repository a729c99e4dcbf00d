import { useEffect, useRef } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-info.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { useCommand, usePage, usePlayerState, useSay } from '../shared/player-context.tsx';

export function PlayButton() {
  const state = usePlayerState((snapshot) => snapshot.state);
  const command = useCommand();
  const say = useSay();
  const { bigPlay } = usePage();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    /** The button of the first paint is removed when playback starts; its keyboard focus moves here. */
    if (state !== PLAYER_STATE.cued && document.activeElement === bigPlay) button.current?.focus();
  }, [state, bigPlay]);
  if (state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering)
    return (
      <IconButton
        ref={button}
        icon="pause"
        label={say('pause')}
        shortcut="k"
        onClick={() => command({ name: 'pauseVideo', arguments: [] })}
      />
    );
  const isOver = state === PLAYER_STATE.ended;
  return (
    <IconButton
      ref={button}
      icon={isOver ? 'replay' : 'play'}
      label={say(isOver ? 'replay' : 'play')}
      shortcut="k"
      onClick={() => command({ name: 'playVideo', arguments: [] })}
    />
  );
}
