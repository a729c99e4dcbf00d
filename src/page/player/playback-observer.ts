import { PLAYER } from '../../../protocol/constants.ts';
import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import type { MediaEngineState } from '../../../protocol/media-engine.ts';
import type { Playback, PlaybackEvents } from './playback.ts';
import type { PlayerModel } from './player-model.ts';
import { positionAt } from './player.ts';
import { sameRanges } from './time-ranges.ts';

/** A position that differs by less than this from what everybody computes is no news, seconds. */
const DRIFT_TOLERANCE_SECONDS = 0.1;
/** This close to the live edge counts as live, seconds. */
const LIVE_HEAD_TOLERANCE_SECONDS = 10;

export interface PlaybackObserverDependencies {
  readonly model: PlayerModel;
  readonly playback: () => Playback;
  /** The video, or the part of it that was asked for, is over. */
  readonly onEndReached: (reason: 'video' | 'clip') => void;
  readonly onFailure: (code: PlayerErrorCode, message: string) => void;
  readonly onTrouble: (detail: string) => void;
}

/** Turns what the media element and the engine say into the player's snapshot and events. */
export class PlaybackObserver implements PlaybackEvents {
  readonly #model: PlayerModel;
  readonly #getPlayback: () => Playback;
  readonly #onEndReached: PlaybackObserverDependencies['onEndReached'];
  readonly #onFailure: PlaybackObserverDependencies['onFailure'];
  readonly troubled: PlaybackObserverDependencies['onTrouble'];

  constructor({ model, playback, onEndReached, onFailure, onTrouble }: PlaybackObserverDependencies) {
    this.#model = model;
    this.#getPlayback = playback;
    this.#onEndReached = onEndReached;
    this.#onFailure = onFailure;
    this.troubled = onTrouble;
  }

  playing(): void {
    this.#model.advance('playing', { waiting: false, mediaPath: this.#playback.path, position: this.#position() });
  }

  waiting(): void {
    this.#model.advance('waiting', { waiting: true, position: this.#position() });
  }

  paused(): void {
    this.#model.advance('paused', { waiting: false, position: this.#position() });
  }

  ended(): void {
    /** What an element without a stream calls its end. */
    if (this.#model.snapshot.error !== null) return;
    this.#onEndReached('video');
  }

  seeking(): void {
    const seconds = this.#playback.positionSeconds;
    this.#model.update({ seeking: true, position: this.#model.positionNow(seconds) });
    this.#model.emit('onSeeking', seconds);
  }

  seeked(): void {
    this.#model.update({ seeking: false, position: this.#position() });
    this.#model.emit('onSeeked', this.#playback.positionSeconds);
  }

  moved(): void {
    const { snapshot } = this.#model;
    /** An element that lost its stream goes back to 0; the viewer's position is the one before. */
    if (snapshot.error !== null) return;
    const position = this.#position();
    const { endSeconds } = snapshot.video;
    if (endSeconds !== null && this.#playback.wantsPlaying && position.seconds >= endSeconds)
      return this.#onEndReached('clip');
    const drift = Math.abs(positionAt(snapshot, position.atMs) - position.seconds);
    const isNews = drift > DRIFT_TOLERANCE_SECONDS || position.rate !== snapshot.position.rate;
    if (isNews && !snapshot.seeking) this.#model.update({ position });
  }

  progressDelayMs(): number {
    const { video, playbackRate } = this.#model.snapshot;
    const untilEndSeconds = ((video.endSeconds ?? Infinity) - this.#playback.positionSeconds) / playbackRate;
    return Math.min(PLAYER.progressIntervalMs, Math.max(PLAYER.progressIntervalMinMs, untilEndSeconds * 1_000));
  }

  durationKnown(durationSeconds: number): void {
    if (!Number.isFinite(durationSeconds) || durationSeconds <= 0) return;
    this.#model.update({ durationSeconds, seekable: [0, durationSeconds] });
  }

  buffered(): void {
    const bufferedRanges = this.#playback.bufferedRanges;
    if (!sameRanges(bufferedRanges, this.#model.snapshot.bufferedRanges)) this.#model.update({ bufferedRanges });
  }

  volumeChanged(volume: number, muted: boolean): void {
    if (this.#model.update({ volume, muted })) this.#model.emit('onVolumeChange', { volume, muted });
  }

  rateChanged(playbackRate: number): void {
    /** Engines stop an element with a rate of 0 for a moment; hosts never asked for that. */
    if (playbackRate === 0 || !this.#model.update({ playbackRate })) return;
    this.#model.update({ position: this.#position() });
    this.#model.emit('onPlaybackRateChange', playbackRate);
  }

  engineState({ qualities, quality, seekable, isLive, audioTracks, audioTrack }: MediaEngineState): void {
    const before = this.#model.snapshot;
    const isSameList = qualities.join() === before.qualities.join();
    const audio = { tracks: audioTracks, active: audioTrack };
    const isSameAudio = JSON.stringify(audio) === JSON.stringify(before.audio);
    this.#model.update({ quality, ...(isSameList ? {} : { qualities }), ...(isSameAudio ? {} : { audio }) });
    if (isLive && seekable !== null) this.#liveWindow(seekable);
    if (quality !== before.quality && quality !== 'unknown') this.#model.emit('onPlaybackQualityChange', quality);
  }

  failed(code: PlayerErrorCode, message: string): void {
    this.#onFailure(code, message);
  }

  autoplayBlocked(): void {
    this.#model.update({ autoplayBlocked: true });
    this.#model.emit('onAutoplayBlocked', null);
  }

  #liveWindow(seekable: readonly [number, number]): void {
    const isAtLiveHead = seekable[1] - this.#playback.positionSeconds < LIVE_HEAD_TOLERANCE_SECONDS;
    this.#model.update({ seekable, durationSeconds: seekable[1], isAtLiveHead });
  }

  get #playback(): Playback {
    return this.#getPlayback();
  }

  #position() {
    return this.#model.positionNow(this.#playback.positionSeconds, this.#playback.movingRate);
  }
}
