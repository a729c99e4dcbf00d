import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { SecondsRange } from '../../../protocol/runtime/media/time-ranges.ts';
import type { PlaybackMoment, PlaybackQuality } from './playback-quality.ts';
import { positionAt, type PlayerSnapshot } from '../player/player.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

/** Interval of reports of watched ranges: a crash loses one interval at most. */
const PLAYBACK_REPORT_INTERVAL_MS = 30_000;

/**
 * Passes every change to playback quality, which reports at intervals, at the end, and on leaving the page (L10).
 *
 * @param played Ranges of the present source that have already been played.
 */
export function watchPlayback(
  quality: PlaybackQuality,
  { player, clock, lifecycle, start }: Pick<TelemetryOptions, 'player' | 'clock' | 'lifecycle' | 'start'>,
  played: readonly SecondsRange[],
): void {
  const position = (): number => positionAt(player.getSnapshot(), clock.monotonicNow());
  const report = (): void => quality.flush(position());
  const observe = (): void => {
    const snapshot = player.getSnapshot();
    if (snapshot.state === PLAYER_STATE.buffering) quality.requested();
    quality.observe(momentOf(snapshot, position()));
    if (snapshot.state === PLAYER_STATE.ended) report();
    if (snapshot.state === PLAYER_STATE.playing) reportLater();
  };
  let isReportDue = false;
  // Reports at intervals; the first report after the video has stopped is the last.
  const reportLater = (): void => {
    if (isReportDue) return;
    isReportDue = true;
    clock.after(PLAYBACK_REPORT_INTERVAL_MS, () => {
      isReportDue = false;
      report();
      if (player.getSnapshot().state === PLAYER_STATE.playing) reportLater();
    });
  };

  if (start.isBegun) quality.begun(start.wantedAtMs, start.firstFrameAtMs);
  // A slow or busy device has already played seconds before this code has loaded.
  quality.played(played);
  observe();
  let before = player.getSnapshot();
  player.subscribe(() => {
    // The position of playback before this change, which may be a jump.
    quality.observe(momentOf(before, positionAt(before, clock.monotonicNow())));
    before = player.getSnapshot();
    observe();
  });
  lifecycle.subscribe(({ state, visibility }) => {
    if (state === 'document_disposed' || visibility === 'hidden') report();
  });
}

function momentOf(snapshot: PlayerSnapshot, mediaTimeSeconds: number): PlaybackMoment {
  const { video, state, waiting, seeking, quality, mediaPath, dataUse, live } = snapshot;
  return {
    videoId: video.videoId,
    mediaTimeSeconds,
    isPlaying: state === PLAYER_STATE.playing || state === PLAYER_STATE.buffering,
    isWaiting: waiting || state === PLAYER_STATE.buffering,
    isSeeking: seeking,
    quality,
    engine: mediaPath ?? '',
    loadedBytes: dataUse.loadedBytes,
    live,
  };
}
