import type { Clock } from '../../../protocol/runtime/clock.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerCore } from '../player/player-core.ts';
import type { PlayerEvents } from './types.ts';

/**
 * Reports the position at the listener's interval during playback, and at every jump. The host's own clock computes it between
 * the deliveries of the frame, so a shorter interval costs no messages. Returns a function that stops the reports.
 */
export function timeTicks(
  core: PlayerCore,
  clock: Clock,
  intervalMs: number,
  onTime: (event: PlayerEvents['timeupdate']) => void,
): () => void {
  let cancel = (): void => undefined;
  const isPlaying = (): boolean => core.cache.read('playerState') === PLAYER_STATE.playing;
  const report = (): void => onTime({ currentTime: core.cache.currentTime });
  const tick = (): void => {
    cancel = clock.after(intervalMs, tick);
    report();
  };
  const onState = (): void => {
    cancel();
    if (isPlaying()) cancel = clock.after(intervalMs, tick);
    else report();
  };
  core.addListener('onStateChange', onState);
  core.addListener('onSeeked', report);
  if (isPlaying()) onState();
  return () => {
    cancel();
    core.removeListener('onStateChange', onState);
    core.removeListener('onSeeked', report);
  };
}
