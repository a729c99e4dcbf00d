import type { Clock } from '../../../protocol/runtime/clock.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PlayerResponse } from '../../../protocol/provider/player-response.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Player, PlayerControl } from './player.ts';

export interface FollowHeartbeatOptions {
  readonly player: Player;
  readonly control: Pick<PlayerControl, 'endPlayback'>;
  readonly clock: Clock;
  readonly infrastructure: Pick<Infrastructure, 'call'>;
}

/** Sends heartbeats while a video that requires them plays (N23). A new response about the video starts a new session. */
export function followHeartbeat({ player, control, clock, infrastructure }: FollowHeartbeatOptions): void {
  let response: PlayerResponse | null = null;
  let heartbeat: Heartbeat | null = null;
  const follow = (): void => {
    const { video, state } = player.getSnapshot();
    if (video.response !== response) {
      heartbeat?.stop();
      response = video.response;
      heartbeat = createHeartbeat(video.videoId, response?.heartbeat);
    }
    if (state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering) heartbeat?.start();
    else heartbeat?.stop();
  };
  const createHeartbeat = (videoId: string, settings: PlayerResponse['heartbeat']): Heartbeat | null =>
    settings === undefined
      ? null
      : new Heartbeat(settings.intervalMs, {
          clock,
          send: (sequenceNumber) =>
            infrastructure.call('heartbeat', { videoId, heartbeatToken: settings.token, sequenceNumber }),
          onEnd: (code, reason) => control.endPlayback(code, code === 'heartbeat.stop' ? reason : ''),
        });
  follow();
  player.subscribe(follow);
}
