import { useRef } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { useFirstFocus } from '../attention/use-first-focus.ts';
import { IconButton } from '../shared/icon-button.tsx';
import { useCommand, usePlayerState, useSay } from '../shared/player-context.tsx';

interface PlayButtonProps {
  readonly className?: 'bar-play' | 'centre-play' | 'lone-play';
}

/** The play button of the bar, of the middle for a finger, or, with `controls=0`, the only control, for keyboard and screen readers. */
export function PlayButton({ className = 'bar-play' }: PlayButtonProps) {
  const state = usePlayerState((snapshot) => snapshot.state);
  const command = useCommand();
  const say = useSay();
  const button = useRef<HTMLButtonElement>(null);
  // The button of the first paint is removed when playback starts.
  const bigPlay = state === PLAYER_STATE.cued ? '' : '.big-play, ';
  useFirstFocus(`${bigPlay}.first-pause, .first-unmute`, button);
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
