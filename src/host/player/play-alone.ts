import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { RegisteredPlayer, Registry } from './registry.ts';
import type { PlayerCache } from './player-cache.ts';
import type { PlayerListenerEvent } from './player-events.ts';

const { playing, buffering } = PLAYER_STATE;

interface LonePlayer extends RegisteredPlayer {
  readonly cache: Pick<PlayerCache, 'read'>;
  command(name: 'pauseVideo', args: readonly []): unknown;
}

/** Registers a player in the group in which only the player that started last plays. The registration ends with the player. */
export function playAlone(core: LonePlayer, registry: Registry): void {
  let hasBegun = false;
  let isPausing = false;
  core.addListener('onStateChange', ({ data: state }: PlayerListenerEvent) => {
    const isUnderWay = state === playing || state === buffering;
    // A start that crosses with a request to pause must not pause the other player in its turn. Playback that continues
    // after buffering is not a new start.
    if (state === playing && !hasBegun && !isPausing) registry.playsAlone(core);
    if (!isUnderWay) isPausing = false;
    hasBegun = isUnderWay && (hasBegun || state === playing);
  });
  registry.joinPlayersAlone(core, () => {
    const state = core.cache.read('playerState');
    if (state !== playing && state !== buffering) return;
    isPausing = true;
    core.command('pauseVideo', []);
  });
}
