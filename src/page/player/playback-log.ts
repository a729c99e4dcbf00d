import type { Clock } from '../../../protocol/clock.ts';
import { PLAYER_STATE } from '../../../protocol/player-info.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import { positionAt, type Player, type PlayerSnapshot } from './player.ts';

type Log = Pick<Infrastructure, 'log'>;

/** Writes what happens to the player into the log; the player itself knows nothing of logging. */
export function logPlayer(player: Player, infrastructure: Log, clock: Clock): () => void {
  let before: PlayerSnapshot = player.getSnapshot();
  let requestedAtMs = clock.monotonicNow();
  let stalledAtMs: number | null = null;
  let hasStarted = false;

  const onChange = (): void => {
    const now = player.getSnapshot();
    const { videoId } = now.video;
    const mediaTimeSeconds = positionAt(now, clock.monotonicNow());
    if (videoId !== before.video.videoId) {
      hasStarted = false;
      stalledAtMs = null;
    }
    if (now.state !== before.state) {
      infrastructure.log('playerStateChanged', { from: before.state, to: now.state, mediaTimeSeconds, videoId });
      if (now.state === PLAYER_STATE.buffering && !hasStarted) requestedAtMs = clock.monotonicNow();
      if (now.state === PLAYER_STATE.playing && !hasStarted) {
        hasStarted = true;
        const startUpMs = clock.monotonicNow() - requestedAtMs;
        infrastructure.log('playbackStarted', {
          videoId,
          startUpMs,
          engine: now.mediaPath ?? '',
          quality: now.quality,
        });
      }
    }
    if (hasStarted && now.waiting && !before.waiting) stalledAtMs = clock.monotonicNow();
    if (!now.waiting && stalledAtMs !== null) {
      const durationMs = clock.monotonicNow() - stalledAtMs;
      stalledAtMs = null;
      infrastructure.log('playbackStalled', { videoId, mediaTimeSeconds, durationMs });
    }
    if (now.quality !== before.quality && before.quality !== 'unknown' && now.quality !== 'unknown')
      infrastructure.log('playbackQualityChanged', {
        videoId,
        mediaTimeSeconds,
        from: before.quality,
        to: now.quality,
      });
    if (now.fullscreen !== before.fullscreen) infrastructure.log('fullscreenChanged', { active: now.fullscreen });
    if (now.captions.active !== before.captions.active) {
      const languageCode = now.captions.tracks[now.captions.active]?.languageCode ?? '';
      infrastructure.log('captionsSelected', { videoId, languageCode });
    }
    before = now;
  };
  return player.subscribe(onChange);
}
