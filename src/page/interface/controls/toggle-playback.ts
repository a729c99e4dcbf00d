import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Player } from '../../player/player.ts';

/** Used by the first paint too, before the interface has loaded. */
export function togglePlayback(player: Player): void {
  const { state } = player.getSnapshot();
  const isPlaying = state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering;
  player.execute({ name: isPlaying ? 'pauseVideo' : 'playVideo', arguments: [] }, 'viewer');
}
