import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Player } from '../../player/player.ts';

/** Used by the first paint too, before the interface has loaded. A second press undoes the first, even if nothing plays yet. */
export function togglePlayback(player: Player): void {
  // Before the start the browser may need this press to play, and after the end the press plays again.
  const hasBegun = player.getSnapshot().state > PLAYER_STATE.ended;
  player.execute({ name: hasBegun && player.wantsToPlay() ? 'pauseVideo' : 'playVideo', arguments: [] }, 'viewer');
}
