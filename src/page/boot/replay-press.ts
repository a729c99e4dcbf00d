import type { MomentOf } from '../../../protocol/runtime/clock.ts';
import type { Player } from '../player/player.ts';
import type { EarlyPress } from './early-presses.ts';

/** What the viewer pressed last before the module. Pressed before an error was there to see, it asks for no other try. */
export function replayPress(press: EarlyPress | null, player: Player, momentOf: MomentOf): void {
  if (press === null || player.getSnapshot().error !== null) return;
  player.execute({ name: press.plays ? 'playVideo' : 'pauseVideo', arguments: [] }, 'viewer', momentOf(press));
}
