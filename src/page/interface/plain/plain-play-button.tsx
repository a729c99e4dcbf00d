import { useSyncExternalStore } from 'react';
import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import { togglePlayback } from '../controls/toggle-playback.ts';
import type { PlainProps } from './plain-props.ts';

/** Plays and pauses, in words. */
export function PlainPlayButton({ player, labels }: PlainProps) {
  const state = useSyncExternalStore(player.subscribe, () => player.getSnapshot().state);
  const isPlaying = state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering;
  return (
    <button type="button" className="text-button plain-play" onClick={() => togglePlayback(player)}>
      {isPlaying ? labels.pause : labels.play}
    </button>
  );
}
