import { useEffect, useRef, useSyncExternalStore } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { togglePlayback } from '../controls/toggle-playback.ts';
import type { PlainProps } from './plain-props.ts';

interface PlainPlayButtonProps extends Omit<PlainProps, 'clock'> {
  readonly className?: 'plain-play' | 'lone-play';
}

/** A button with words instead of icons that plays and pauses. */
export function PlainPlayButton({ player, labels, className = 'plain-play' }: PlainPlayButtonProps) {
  const state = useSyncExternalStore(player.subscribe, () => player.getSnapshot().state);
  const isPlaying = state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering;
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button of the first paint does nothing once the video has started.
    if (state !== PLAYER_STATE.cued && document.activeElement?.matches('.big-play:focus-visible') === true)
      button.current?.focus();
  }, [state]);
  return (
    <button ref={button} type="button" className={`text-button ${className}`} onClick={() => togglePlayback(player)}>
      {isPlaying ? labels.pause : labels.play}
    </button>
  );
}
