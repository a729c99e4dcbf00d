import type { PlayerErrorCode } from '../../../../protocol/errors.ts';
import { PLAYER_STATE, type PlayerStateCode } from '../../../../protocol/host/player-state.ts';
import type { Player, PlayerControl, PlayerErrorSnapshot } from '../../player/player.ts';
import type { Connection } from './connection.ts';

/** Errors that a missing network can cause; a server has answered where there is any other. */
const NETWORK_ERRORS: readonly PlayerErrorCode[] = [
  'net.connect',
  'net.timeout',
  'net.unknown',
  'net.offline',
  'heartbeat.net',
];

/** In these a video does not play, and nothing has asked it to. */
const RESTING: readonly PlayerStateCode[] = [PLAYER_STATE.paused, PLAYER_STATE.cued, PLAYER_STATE.ended];

export interface NetworkRetryDependencies {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'retry'>;
  readonly connection: Pick<Connection, 'get' | 'subscribe'>;
}

/** Whether the return of the network can end this error. */
export function waitsForNetwork(error: PlayerErrorSnapshot): boolean {
  return error.retryable && NETWORK_ERRORS.includes(error.code);
}

/** An error that comes from the missing network ends with it: the video continues where it was, paused if it was paused. */
export function retryWithNetwork({ player, control, connection }: NetworkRetryDependencies): () => void {
  /** Before the error. */
  let wasResting = false;
  const follow = (): void => {
    const { error, state } = player.getSnapshot();
    if (error === null) wasResting = RESTING.includes(state);
  };
  const look = (): void => {
    const { error } = player.getSnapshot();
    if (connection.get() !== 'back' || error === null || !waitsForNetwork(error)) return;
    const rests = wasResting;
    control.retry();
    if (rests) player.execute({ name: 'pauseVideo', arguments: [] }, 'preference');
  };
  follow();
  look();
  const stops = [player.subscribe(follow), connection.subscribe(look)];
  return () => stops.forEach((stop) => stop());
}
