import type { MediaEngineState } from '../../../../protocol/media/media-engine.ts';
import type { PlayerModel } from '../player-model.ts';

/** This close to the live edge counts as live, seconds. */
const LIVE_HEAD_TOLERANCE_SECONDS = 10;

/** The engine's view of its stream: qualities, audio tracks, the window of a live one. */
export function observeEngine(state: MediaEngineState, model: PlayerModel, positionSeconds: number): void {
  const { qualities, quality, seekable, isLive, audioTracks, audioTrack } = state;
  const before = model.snapshot;
  const isSameList = qualities.join() === before.qualities.join();
  const audio = { tracks: audioTracks, active: audioTrack };
  const isSameAudio = JSON.stringify(audio) === JSON.stringify(before.audio);
  model.update({ quality, ...(isSameList ? {} : { qualities }), ...(isSameAudio ? {} : { audio }) });
  if (isLive && seekable !== null) {
    const isAtLiveHead = seekable[1] - positionSeconds < LIVE_HEAD_TOLERANCE_SECONDS;
    model.update({ seekable, durationSeconds: seekable[1], isAtLiveHead });
  }
  if (quality !== before.quality && quality !== 'unknown') model.emit('onPlaybackQualityChange', quality);
}
