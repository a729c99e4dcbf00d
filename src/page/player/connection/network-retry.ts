import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import { PLAYER_STATE, type PlayerStateCode } from '../../../../protocol/host/player-state.ts';
import type { Clock } from '../../../../protocol/runtime/clock.ts';
import type { Player, PlayerControl, PlayerErrorSnapshot } from '../player.ts';
import type { Connection } from './connection.ts';
import { nextRetryState, type RetryInput, type RetryState } from './retry-table.ts';

/** Errors that a missing network can cause; any other error means that a server has responded. */
const NETWORK_ERRORS: readonly PlayerErrorCode[] = [
  'net.connect',
  'net.timeout',
  'net.unknown',
  'net.offline',
  'heartbeat.net',
];

/** States in which a video does not play, and no play was requested. */
const RESTING: readonly PlayerStateCode[] = [PLAYER_STATE.paused, PLAYER_STATE.cued, PLAYER_STATE.ended];

/** Delays of the attempts after one return: a network that has just returned may fail the first attempts. */
const ATTEMPT_DELAYS_MS = [0, 2_000, 8_000] as const;

/** Later errors have another cause: a pending request fails after 60 s at most, and the buffer (30 s) plays first (engine-config.ts). */
const LATE_ERROR_MAX_MS = 90_000;

export interface NetworkRetryDependencies {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'retry'>;
  readonly connection: Pick<Connection, 'get' | 'lastAwayMs' | 'subscribe'>;
  readonly clock: Clock;
}

/** Whether the return of the network can end this error. */
export function waitsForNetwork(error: PlayerErrorSnapshot): boolean {
  return error.retryable && NETWORK_ERRORS.includes(error.code);
}

/**
 * Retries after an error from a missing network, once the network has returned, in whichever order error and return are detected. The
 * video continues where it was, paused if it was paused.
 */
export function retryWithNetwork({ player, control, connection, clock }: NetworkRetryDependencies): void {
  let state: RetryState = 'none';
  // Whether the video was resting before the error.
  let wasResting = false;
  let attemptCount = 0;
  let cancel = (): void => undefined;
  const go = (input: RetryInput): boolean => {
    const next = nextRetryState(state, input);
    if (next === undefined) return false;
    cancel();
    state = next;
    return true;
  };
  const attempt = (): void => {
    const rests = wasResting;
    attemptCount += 1;
    control.retry();
    if (rests) player.execute({ name: 'pauseVideo', arguments: [] }, 'own');
  };
  // The first attempt comes before the error is rendered, but after the player has reported it to hosts.
  const soon = (delayMs: number): (() => void) => {
    if (delayMs > 0) return clock.after(delayMs, attempt);
    queueMicrotask(() => state === 'due' && attempt());
    return () => undefined;
  };
  const followPlayer = (): void => {
    const { error, state: shown } = player.getSnapshot();
    if (error === null) {
      wasResting = RESTING.includes(shown);
      go('cleared');
    } else if (waitsForNetwork(error)) {
      const isLate = clock.monotonicNow() - connection.lastAwayMs() > LATE_ERROR_MAX_MS;
      const delayMs = isLate ? undefined : ATTEMPT_DELAYS_MS[attemptCount];
      if (delayMs === undefined) go('spent');
      else if (go('failed')) cancel = soon(delayMs);
    }
  };
  const followConnection = (): void => {
    if (connection.get() === 'offline') go('lost');
    else if (go('returned')) {
      attemptCount = 0;
      followPlayer();
    }
  };
  followConnection();
  followPlayer();
  player.subscribe(followPlayer);
  connection.subscribe(followConnection);
}
