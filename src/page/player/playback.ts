import type { PlayerErrorCode } from '../../../protocol/errors.ts';
import { PLAYER_STATE } from '../../../protocol/host/player-state.ts';
import type { PositionIntent } from './intents/intent.ts';
import { TimeObserver } from './observers/time-observer.ts';
import type { CommandSource, PlayerErrorSnapshot } from './player.ts';
import type { PlayerParts } from './player-parts.ts';
import { END_MARGIN_SECONDS } from './stream/seeker.ts';
import type { VideoQueue } from './videos/video-queue.ts';
import { errorSnapshot } from './videos/video-response.ts';
import type { Videos } from './videos/videos.ts';

export interface PlaybackDependencies extends PlayerParts {
  readonly videos: Videos;
  readonly queue: VideoQueue;
  readonly fail: (error: PlayerErrorSnapshot, message: string) => void;
}

/** Playing, pausing, seeking, and the end of a video. Each method changes intents; the stream follows them. */
export class Playback {
  readonly #dependencies: PlaybackDependencies;
  readonly #time: TimeObserver;
  /** Playback stopped at `endSeconds`, so the element itself has not ended. */
  #endedByClip = false;
  #isHeld = false;
  /** A position on a timeline whose length is not known yet. */
  #fraction: { readonly value: number; readonly by: CommandSource; readonly requestedAtMs: number | undefined } | null =
    null;

  constructor(dependencies: PlaybackDependencies) {
    this.#dependencies = dependencies;
    this.#time = new TimeObserver({ ...dependencies, onEndReached: (reason) => this.#onEndReached(reason) });
    dependencies.model.subscribe(() => this.#seekToKnownFraction());
  }

  get time(): TimeObserver {
    return this.#time;
  }

  play(by: CommandSource, requestedAtMs?: number): void {
    const { model, intents, stream, videos } = this.#dependencies;
    const { state, error, video, seekable } = model.snapshot;
    if (error !== null) return this.retry(requestedAtMs);
    if (!this.#hasVideo) return;
    intents.ask({ stream: true, playing: true, mayMute: by !== 'viewer' }, requestedAtMs);
    // The stream opens once the provider has responded.
    if (!videos.isKnown) return;
    if (!intents.current.playing) return stream.reconcile();
    // After its end a video plays from the start, unless the viewer has sought since.
    if (state === PLAYER_STATE.ended && intents.current.position?.reason !== 'seek') {
      const seconds = this.#endedByClip ? video.startSeconds : seekable[0];
      this.#place({ seconds, reason: 'resume' });
    }
    this.#endedByClip = false;
    model.advance('play-requested');
    stream.reconcile(by === 'viewer');
  }

  pause(requestedAtMs?: number): void {
    const { model, intents, stream, videos } = this.#dependencies;
    intents.ask({ playing: false }, requestedAtMs);
    if (!videos.isKnown || intents.current.playing || model.snapshot.error !== null) return;
    stream.reconcile();
    model.advance('paused', { waiting: false, position: this.#time.position() });
  }

  /** Closes the stream and shows the poster again. Clients expect the state 5 or −1. */
  stopVideo(requestedAtMs?: number): void {
    const { model, intents, videos } = this.#dependencies;
    intents.ask({ stream: false, playing: false, position: null }, requestedAtMs);
    if (intents.current.stream || model.snapshot.error !== null) return;
    const { startSeconds } = model.snapshot.video;
    model.update({ seeking: false, position: model.positionNow(startSeconds) });
    if (!videos.isKnown) return;
    videos.prepare();
    model.advance('stopped');
  }

  /** Seeks; a paused video stays paused, any other state plays. `allowSeekAhead` false refuses positions that are not buffered. */
  seekTo(seconds: number, allowSeekAhead: boolean, by: CommandSource, requestedAtMs?: number): void {
    const { model, intents, stream } = this.#dependencies;
    const { durationSeconds, bufferedRanges, video } = model.snapshot;
    if (!this.#hasVideo) return;
    const latestSeconds = durationSeconds > 0 ? durationSeconds - END_MARGIN_SECONDS : Infinity;
    const target = Math.max(0, Math.min(seconds, latestSeconds));
    const isBuffered = bufferedRanges.some(([start, end]) => target >= start && target <= end);
    if (!allowSeekAhead && !isBuffered) return;
    if (requestedAtMs !== undefined && !intents.isLatest('position', requestedAtMs)) return;
    const staysPaused = this.#isPaused();
    // A seek ends the start and end that loading or cueing requested.
    if (video.endSeconds !== null || video.startSeconds > 0)
      model.update({ video: { ...video, startSeconds: 0, endSeconds: null } });
    this.#endedByClip = false;
    this.#fraction = null;
    intents.ask({ position: { seconds: target, reason: 'seek' }, stream: true }, requestedAtMs);
    model.update({ seeking: true, position: model.positionNow(target) });
    model.emit('onSeeking', target);
    if (staysPaused) stream.reconcile();
    else this.play(by, requestedAtMs);
  }

  /** Seeks to a fraction, 0 to 1, of the video or of a live window, as soon as the length is known. */
  seekToFraction(value: number, by: CommandSource, requestedAtMs?: number): void {
    this.#fraction = { value, by, requestedAtMs };
    this.#seekToKnownFraction();
  }

  /** Retry after an error: the same video at the same position. */
  retry(requestedAtMs?: number): void {
    const { model, intents, stream, videos } = this.#dependencies;
    const { position, video } = model.snapshot;
    const { isPlayable } = videos;
    model.update({ error: null, video: { ...video, isPlayable } });
    if (!isPlayable) return videos.reload(position.seconds, requestedAtMs);
    const { seconds } = position;
    if (!video.isLive && intents.current.position === null) this.#place({ seconds, reason: 'resume' });
    intents.ask({ stream: true, playing: true, mayMute: false }, requestedAtMs);
    model.advance('play-requested');
    stream.retry();
  }

  step(direction: 1 | -1, requestedAtMs?: number): void {
    const { model, queue, videos } = this.#dependencies;
    const index = queue.neighbour(direction);
    if (index !== null) videos.goTo(index, requestedAtMs);
    else if (model.snapshot.playlist !== null) this.stopVideo(requestedAtMs);
  }

  /** Ends playback for an external reason (H5). */
  end(code: PlayerErrorCode, reason: string): void {
    const { model, videos, fail } = this.#dependencies;
    model.update({ position: this.#time.position() });
    videos.forget();
    fail(errorSnapshot(code, reason), reason);
  }

  /** Ends playback after the present video: without a next video, and without a loop. */
  holdAtEnd(): void {
    this.#isHeld = true;
  }

  /** Called when another video replaces the present video. */
  reset(): void {
    this.#endedByClip = this.#isHeld = false;
    this.#fraction = null;
  }

  pausedOutside(): void {
    this.#dependencies.model.advance('paused', { waiting: false, position: this.#time.position() });
  }

  playedOutside(): void {
    this.#dependencies.model.advance('play-requested');
  }

  /** Called when the browser refuses playback with sound and muted; the video is cued (P6). */
  autoplayRefused(): void {
    const { model, intents } = this.#dependencies;
    intents.fail(['playing'], { playing: false });
    model.advance('stopped', { waiting: false, position: this.#time.position() });
  }

  /** Whether the video is paused, so that a seek does not play it. After its end, and if it was cued, a seek plays. */
  #isPaused(): boolean {
    const { model, intents } = this.#dependencies;
    const { state, error } = model.snapshot;
    if (error !== null || state === PLAYER_STATE.ended || state === PLAYER_STATE.cued) return false;
    return intents.current.stream && !intents.current.playing;
  }

  /** Whether a video is known, is being loaded, or has failed. */
  get #hasVideo(): boolean {
    const { intents, videos, model } = this.#dependencies;
    return videos.isKnown || intents.isPending('videoId') || model.snapshot.error !== null;
  }

  #place(position: PositionIntent): void {
    this.#dependencies.intents.renew({ position });
    this.#dependencies.model.update({ position: this.#dependencies.model.positionNow(position.seconds) });
  }

  #seekToKnownFraction(): void {
    const { seekable, video } = this.#dependencies.model.snapshot;
    const [start, end] = seekable;
    if (this.#fraction === null || end <= 0 || video.response === null) return;
    const { value, by, requestedAtMs } = this.#fraction;
    this.#fraction = null;
    if (!video.isLive || video.allowLiveDvr) this.seekTo(start + value * (end - start), true, by, requestedAtMs);
  }

  /** Goes to the next entry of the list, repeats, or ends. There is no state `ended` between the entries of a list. */
  #onEndReached(reason: 'video' | 'clip'): void {
    const { model, intents, stream, queue, videos } = this.#dependencies;
    const { playlist, loop, video, durationSeconds } = model.snapshot;
    const next = this.#isHeld ? null : queue.neighbour(1);
    if (next !== null && playlist !== null && playlist.videoIds.length > 1) return videos.goTo(next);
    if (loop && !this.#isHeld) {
      this.#place({ seconds: video.startSeconds, reason: 'resume' });
      return stream.reconcile();
    }
    this.#endedByClip = reason === 'clip';
    intents.fulfil({ playing: false });
    stream.reconcile();
    // Exactly the end, although the element may have passed the end of a clip: Plyr compares time and duration for equality.
    const seconds = (reason === 'clip' ? video.endSeconds : null) ?? durationSeconds;
    model.advance('ended', { waiting: false, position: model.positionNow(seconds) });
  }
}
