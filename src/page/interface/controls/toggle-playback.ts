import { PLAYER_STATE } from '../../../../protocol/host/player-state.ts';
import type { Player } from '../../player/player.ts';

/** Used by the first paint too, before the interface has loaded. A second press undoes the first, even if nothing plays yet. */
export function togglePlayback(player: Player): void {
  // Before it has begun a browser may want the press, and after its end it begins again.
  const hasBegun = player.getSnapshot().state > PLAYER_STATE.ended;
  player.execute({ name: hasBegun && player.wantsToPlay() ? 'pauseVideo' : 'playVideo', arguments: [] }, 'viewer');
}
