import type { Clock } from '../../../protocol/runtime/clock.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerCore } from '../player/player-core.ts';
import type { PlayerListenerEvent } from '../player/player-events.ts';
import { OrielError } from './oriel-error.ts';
import { playbackError } from './playback-error.ts';

export interface StartOfPlayback {
  readonly promise: Promise<void>;
  /** Call it when the player has accepted the command: only later states result from it. */
  readonly begin: () => void;
  readonly cancel: (error: OrielError) => void;
}

const STANDING_STILL: readonly unknown[] = [PLAYER_STATE.cued, PLAYER_STATE.paused, PLAYER_STATE.unstarted];

/**
 * Waits until playback begins, or clearly will not. A browser that refuses sound may still allow a muted start, so
 * `onAutoplayBlocked` alone is not final (P6).
 */
export function startOfPlayback(core: PlayerCore, clock: Clock, timeoutMs: number): StartOfPlayback {
  let settle: (error?: OrielError) => void = () => undefined;
  let hasBegun = false;
  let wasBlocked = false;
  const judge = (): void => {
    if (!hasBegun) return;
    const state = core.cache.read('playerState');
    if (state === PLAYER_STATE.playing) settle();
    else if (wasBlocked && STANDING_STILL.includes(state))
      settle(new OrielError('blocked', 'the browser wants a press inside the frame before it plays'));
    else if (state === PLAYER_STATE.paused) settle(new OrielError('aborted', 'it was paused before it played'));
  };
  const onBlocked = (): void => {
    wasBlocked = hasBegun;
    judge();
  };
  const begin = (): void => {
    hasBegun = true;
    if (core.cache.read('playerState') === PLAYER_STATE.playing) settle();
  };
  const onError = ({ data }: PlayerListenerEvent): void => {
    const error = playbackError(core, data);
    // A malformed command of another caller is unrelated to playback.
    if (hasBegun && error.fatal) settle(error);
  };

  const promise = new Promise<void>((resolve, reject) => {
    const cancelDeadline = clock.after(timeoutMs, () =>
      settle(new OrielError(wasBlocked ? 'blocked' : 'timeout', `it did not play within ${timeoutMs} ms`)),
    );
    settle = (error) => {
      cancelDeadline();
      core.removeListener('onStateChange', judge);
      core.removeListener('onAutoplayBlocked', onBlocked);
      core.removeListener('onError', onError);
      if (error === undefined) resolve();
      else reject(error);
    };
    core.addListener('onStateChange', judge);
    core.addListener('onAutoplayBlocked', onBlocked);
    core.addListener('onError', onError);
  });
  return { promise, begin, cancel: (error) => settle(error) };
}
