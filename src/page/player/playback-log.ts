import { DESCRIBED_VALUE_MAX_CHARACTERS } from '../../../protocol/constants.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import { positionAt, type Player, type PlayerSnapshot } from './player.ts';

type Log = Pick<Infrastructure, 'log'>;

/** Logs changes of the player's state, full screen and captions; the player itself does not depend on logging. */
export function logPlayer(player: Player, infrastructure: Log, clock: Clock): () => void {
  let before: PlayerSnapshot = player.getSnapshot();

  const onChange = (): void => {
    const now = player.getSnapshot();
    const { videoId } = now.video;
    const mediaTimeSeconds = positionAt(now, clock.monotonicNow());
    if (now.state !== before.state)
      infrastructure.log('playerStateChanged', { from: before.state, to: now.state, mediaTimeSeconds, videoId });
    if (now.fullscreen !== before.fullscreen) infrastructure.log('fullscreenChanged', { active: now.fullscreen });
    if (now.captions.active !== before.captions.active) {
      const languageCode = now.captions.tracks[now.captions.active]?.languageCode ?? '';
      infrastructure.log('captionsSelected', { videoId, languageCode });
    }
    before = now;
  };
  return player.subscribe(onChange);
}

/** Logs a failure, with its text cut to the maximum of an event. */
export function logFailure(player: Player, infrastructure: Log, code: string, message: string): void {
  const { video, position } = player.getSnapshot();
  infrastructure.log('playbackFailed', {
    videoId: video.videoId,
    code,
    message: message.slice(0, DESCRIBED_VALUE_MAX_CHARACTERS),
    mediaTimeSeconds: position.seconds,
  });
}
