import type { MediaEngineState } from '../../../../protocol/media/media-engine.ts';
import type { PlayerModel } from '../player-model.ts';

/** This close to the live edge counts as live, seconds; of a short window, half. */
const LIVE_HEAD_TOLERANCE_SECONDS = 10;

/** The engine's view of its stream: qualities, audio tracks, whether it is live, and its window. */
export function observeEngine(state: MediaEngineState, model: PlayerModel, positionSeconds: number): void {
  const { qualities, quality, seekable, isLive, live = null, audioTracks, audioTrack } = state;
  const before = model.snapshot;
  const isSameList = qualities.join() === before.qualities.join();
  const audio = { tracks: audioTracks, active: audioTrack };
  const isSameAudio = JSON.stringify(audio) === JSON.stringify(before.audio);
  model.update({ quality, ...(isSameList ? {} : { qualities }), ...(isSameAudio ? {} : { audio }) });
  const { video } = before;
  /** The catalog may not have known, and a stream that ends becomes a film. */
  if (isLive !== null && isLive !== video.isLive) model.update({ video: { ...video, isLive, allowLiveDvr: isLive } });
  model.update({ live });
  if (seekable !== null) {
    const [oldest, durationSeconds] = seekable;
    const isAtLiveHead =
      isLive === true &&
      durationSeconds - positionSeconds < Math.min(LIVE_HEAD_TOLERANCE_SECONDS, (durationSeconds - oldest) / 2);
    model.update({ seekable, durationSeconds, isAtLiveHead });
  }
  if (quality !== before.quality && quality !== 'unknown') model.emit('onPlaybackQualityChange', quality);
}
