import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { SecondsRange } from '../../../protocol/runtime/media/time-ranges.ts';
import type { PlaybackMoment, PlaybackQuality } from './playback-quality.ts';
import { positionAt, type PlayerSnapshot } from '../player/player.ts';
import type { TelemetryOptions } from './telemetry-options.ts';

/** Watched ranges are reported this often, so that a crash loses no more than that. */
const PLAYBACK_REPORT_INTERVAL_MS = 30_000;

/**
 * Passes every change to playback quality, which reports at intervals, at the end, and on leaving the page (L10).
 *
 * @param played What of the present source has been played already.
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
  // The report about a stopped video is its last.
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
  // A device that is slow, or busy, has played seconds by the time this code is there.
  quality.played(played);
  observe();
  let before = player.getSnapshot();
  player.subscribe(() => {
    // How far it came until this change, which may be a jump.
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
