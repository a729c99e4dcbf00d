import type { MediaEngineState } from '../../../../protocol/media/media-engine.ts';
import { knownLength } from '../known-length.ts';
import type { PlayerModel } from '../player-model.ts';

/** A position counts as live up to this distance behind the end of the live window, seconds; in a short window up to half of it. */
const LIVE_HEAD_TOLERANCE_SECONDS = 10;
/** The end of the live window moves by whole segments: a viewer who has not paused is up to two segments behind it. */
const LIVE_HEAD_TOLERANCE_MIN_SECONDS = 4;

/** Applies the engine's state to the snapshot: qualities, audio tracks, whether the stream is live, and its window. */
export function observeEngine(state: MediaEngineState, model: PlayerModel, positionSeconds: number): void {
  const { qualities, quality, seekable, isLive, live = null, audioTracks, audioTrack, dataUse } = state;
  const before = model.snapshot;
  const isSameList = qualities.join() === before.qualities.join();
  const audio = { tracks: audioTracks, active: audioTrack };
  const isSameAudio = JSON.stringify(audio) === JSON.stringify(before.audio);
  model.update({ quality, ...(isSameList ? {} : { qualities }), ...(isSameAudio ? {} : { audio }) });
  const { video } = before;
  // The catalog may be wrong about live video, and a live stream that ends becomes a video.
  if (isLive !== null && isLive !== video.isLive) model.update({ video: { ...video, isLive, allowLiveDvr: isLive } });
  model.update({ live, ...(dataUse && { dataUse }) });
  if (seekable !== null) {
    const [oldest, latest] = seekable;
    const durationSeconds = model.snapshot.video.isLive ? latest : knownLength(before.durationSeconds, latest);
    // The target latency, where it is known, is three segments.
    const usualSeconds = Math.max(LIVE_HEAD_TOLERANCE_MIN_SECONDS, live?.targetLatencySeconds ?? Infinity);
    const toleranceSeconds = Math.min(LIVE_HEAD_TOLERANCE_SECONDS, usualSeconds, (durationSeconds - oldest) / 2);
    const isAtLiveHead = isLive === true && durationSeconds - positionSeconds < toleranceSeconds;
    const [start, end] = before.seekable;
    const isSame = start === oldest && end === durationSeconds;
    model.update({ seekable: isSame ? before.seekable : [oldest, durationSeconds], durationSeconds, isAtLiveHead });
  }
  if (quality !== before.quality && quality !== 'unknown') model.emit('onPlaybackQualityChange', quality);
}
