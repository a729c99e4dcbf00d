import type { MomentOf } from '../../../protocol/runtime/clock.ts';
import type { Player } from '../player/player.ts';
import type { EarlyPress } from '../boot/early-input-record.ts';

/** Carries out the last press before the module ran. A press before an error was visible is not a retry. */
export function replayPress(press: EarlyPress | null, player: Player, momentOf: MomentOf): void {
  if (press === null || player.getSnapshot().error !== null) return;
  player.execute({ name: press.plays ? 'playVideo' : 'pauseVideo', arguments: [] }, 'viewer', momentOf(press));
}
