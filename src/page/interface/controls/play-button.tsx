import { useEffect, useRef } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { passFocus } from '../attention/pass-focus.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { useCommand, usePage, usePlayback, usePlayerState, useSay } from '../shared/player-context.tsx';

interface PlayButtonProps {
  readonly className?: 'bar-play' | 'centre-play' | 'lone-play';
}

/**
 * The play button of the bar, in the middle for a finger, or alone: for the keyboard and screen readers where the host wants no
 * controls.
 */
export function PlayButton({ className = 'bar-play' }: PlayButtonProps) {
  const state = usePlayerState((snapshot) => snapshot.state);
  const command = useCommand();
  const say = useSay();
  const { bigPlay } = usePage();
  const { attention } = usePlayback();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button of the first paint is removed when playback starts.
    if (state === PLAYER_STATE.cued || document.activeElement !== bigPlay) return;
    passFocus(attention, bigPlay, button.current);
  }, [state, bigPlay, attention]);
  if (state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering)
    return (
      <IconButton
        ref={button}
        className={className}
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
      className={className}
      icon={isOver ? 'replay' : 'play'}
      label={say(isOver ? 'replay' : 'play')}
      shortcut="k"
      onClick={() => command({ name: 'playVideo', arguments: [] })}
    />
  );
}
