import { DESCRIBED_VALUE_MAX_CHARACTERS, SCREEN_NONCE_CHARACTERS } from '../../../protocol/constants.ts';
import { liveLatencySeconds } from '../player/live-latency.ts';
import type { LiveFacts } from '../../../protocol/media/media-engine.ts';
import type { SecondsRange } from '../../../protocol/runtime/media/time-ranges.ts';
import type { Clock, Random } from '../../../protocol/runtime/clock.ts';
import type { ActivitySummary } from '../../../protocol/recording/activity.ts';
import type { SpanRing } from '../../../protocol/runtime/profiling/span-ring.ts';
import { makeNonce } from '../../../protocol/identifiers.ts';
import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import type { FrameCounts } from '../engines/count-frames.ts';
import { WatchedRanges } from './watched-ranges.ts';

/** State of the player at a change; all events of playback quality are derived from it. */
export interface PlaybackMoment {
  readonly videoId: string;
  readonly mediaTimeSeconds: number;
  /** Whether the state is playing or buffering. */
  readonly isPlaying: boolean;
  /** Whether playback waits for data. */
  readonly isWaiting: boolean;
  /** During a seek the skipped part was not watched, and the wait is no stall. */
  readonly isSeeking: boolean;
  readonly quality: string;
  readonly engine: string;
  /** Bytes of media that the present engine has loaded. */
  readonly loadedBytes: number;
  /** Facts of a live stream. */
  readonly live: LiveFacts | null;
}

interface Stall {
  readonly atMs: number;
  /** Activity of the threads before the stall. */
  activity?: ActivitySummary;
}

const NO_FRAMES: FrameCounts = { droppedFrames: 0, totalFrames: 0 };

export interface PlaybackQualityOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly infrastructure: Pick<Infrastructure, 'log' | 'summariseActivity'>;
  /** Main's recorder. */
  readonly spans: Pick<SpanRing, 'now' | 'add'>;
  /** Frames of the present video so far; `null` where the browser does not count them. */
  readonly countFrames: () => FrameCounts | null;
}

/** Start-up time, stalls, quality changes, watched ranges, dropped frames and errors of each video (L10). */
export class PlaybackQuality {
  readonly #options: PlaybackQualityOptions;
  #watched = new WatchedRanges();
  #nonce: string;
  #before: PlaybackMoment | null = null;
  #requestedAtMs: number | null = null;
  #firstFrameAtMs: number | null = null;
  #stall: Stall | null = null;
  #playingFromSeconds: number | null = null;
  #hasStarted = false;
  /** Frame counts at the last report, so that each frame is reported once. */
  #reportedFrames = NO_FRAMES;
  #reportedBytes = 0;

  constructor(options: PlaybackQualityOptions) {
    this.#options = options;
    this.#nonce = this.#makeNonce();
  }

  /** Nonce of the present video's playback (N9). */
  get playbackNonce(): string {
    return this.#nonce;
  }

  /** Start-up time counts from the request to play. */
  requested(): void {
    this.#requestedAtMs ??= this.#options.clock.monotonicNow();
  }

  /** Notes a stream that began before it was observed: when it was requested, and when its first frame was shown, if it was. */
  begun(requestedAtMs: number, firstFrameAtMs: number | null): void {
    this.#requestedAtMs = requestedAtMs;
    this.#firstFrameAtMs = firstFrameAtMs;
  }

  /** Adds parts of the present video that were played before it was observed. */
  played(ranges: readonly SecondsRange[]): void {
    for (const range of ranges) this.#watched.add(...range);
  }

  /** Called after every change of the player. */
  observe(now: PlaybackMoment): void {
    if (this.#before !== null && this.#before.videoId !== now.videoId) this.#finishVideo(this.#before);
    this.#noteStart(now);
    this.#noteStall(now);
    this.#noteQuality(now);
    this.#noteWatching(now);
    this.#before = now;
  }

  failed(code: string, detail: string, fatal: boolean): void {
    const { videoId = '', mediaTimeSeconds = 0 } = this.#before ?? {};
    this.#log('playbackError', {
      videoId,
      code,
      detail: detail.slice(0, DESCRIBED_VALUE_MAX_CHARACTERS),
      fatal,
      mediaTimeSeconds,
    });
  }

  /**
   * Logs the measurements since the last flush. Called at intervals and when the page unloads. `mediaTimeSeconds` is the present position.
   */
  flush(mediaTimeSeconds?: number): void {
    const before = this.#before;
    if (before === null) return;
    const now = mediaTimeSeconds === undefined ? before : { ...before, mediaTimeSeconds };
    if (this.#playingFromSeconds !== null) {
      this.#watched.add(this.#playingFromSeconds, now.mediaTimeSeconds);
      this.#playingFromSeconds = now.mediaTimeSeconds;
    }
    const { videoId, quality } = now;
    const watched = this.#watched.take();
    if (watched.ranges.length > 0)
      this.#log('playbackWatched', { videoId, ...watched, quality, ...this.#takeLoaded(now.loadedBytes) });
    const frames = this.#hasStarted ? this.#options.countFrames() : null;
    if (frames === null) return;
    // Counters restart at 0 with a source that was opened again.
    if (frames.totalFrames < this.#reportedFrames.totalFrames) this.#reportedFrames = NO_FRAMES;
    const droppedFrames = frames.droppedFrames - this.#reportedFrames.droppedFrames;
    const totalFrames = frames.totalFrames - this.#reportedFrames.totalFrames;
    this.#reportedFrames = frames;
    if (totalFrames > 0) this.#log('playbackFrames', { videoId, droppedFrames, totalFrames });
  }

  #takeLoaded(bytes: number): { loadedBytes?: number } {
    // An engine that was opened again counts from 0.
    const loadedBytes = bytes < this.#reportedBytes ? bytes : bytes - this.#reportedBytes;
    this.#reportedBytes = bytes;
    return loadedBytes > 0 ? { loadedBytes } : {};
  }

  #noteStart({ videoId, isPlaying, isWaiting, engine, quality }: PlaybackMoment): void {
    if (this.#hasStarted || !isPlaying || isWaiting) return;
    this.#hasStarted = true;
    const { clock, spans } = this.#options;
    const shownAtMs = this.#firstFrameAtMs ?? clock.monotonicNow();
    this.#firstFrameAtMs = null;
    const startUpMs = shownAtMs - (this.#requestedAtMs ?? shownAtMs);
    const endMs = spans.now() - clock.monotonicNow() + shownAtMs;
    spans.add('first frame', endMs - startUpMs, 0, 0, 0, endMs);
    this.#log('playbackStarted', { videoId, cpn: this.#nonce, startUpMs, engine, quality });
  }

  #noteStall(now: PlaybackMoment): void {
    const { clock } = this.#options;
    const isStalled = now.isWaiting && !now.isSeeking;
    if (this.#hasStarted && isStalled) this.#stall ??= this.#beginStall();
    if (this.#stall === null || isStalled) return;
    const { atMs, ...known } = this.#stall;
    this.#stall = null;
    const { videoId, mediaTimeSeconds, live } = now;
    const nowMs = clock.monotonicNow();
    const latency = live === null ? null : liveLatencySeconds(live, mediaTimeSeconds, nowMs);
    const delayed = latency === null ? {} : { liveLatencySeconds: latency };
    this.#log('playbackStalled', { videoId, mediaTimeSeconds, durationMs: nowMs - atMs, ...delayed, ...known });
  }

  /**
   * Begins a stall, and at once requests the activity of the threads before it. The stall's event does not wait for the response, so
   * a very short stall has no activity.
   */
  #beginStall(): Stall {
    const { clock, infrastructure } = this.#options;
    const stall: Stall = { atMs: clock.monotonicNow() };
    void infrastructure.summariseActivity().then((summary) => {
      if (summary.ok) stall.activity = summary.value;
    });
    return stall;
  }

  #noteQuality({ videoId, quality, mediaTimeSeconds, isSeeking }: PlaybackMoment): void {
    const from = this.#before?.videoId === videoId ? this.#before.quality : 'unknown';
    if (from === 'unknown' || quality === 'unknown' || from === quality) return;
    this.flush(isSeeking ? undefined : mediaTimeSeconds);
    this.#log('playbackQualityChanged', { videoId, mediaTimeSeconds, from, to: quality });
  }

  #noteWatching({ isPlaying, isWaiting, isSeeking, mediaTimeSeconds }: PlaybackMoment): void {
    const isMoving = isPlaying && !isWaiting && !isSeeking;
    if (this.#playingFromSeconds !== null && !isMoving) {
      // A seek has already moved the time: watching ended at the last position before the seek.
      const endSeconds = isSeeking ? (this.#before?.mediaTimeSeconds ?? mediaTimeSeconds) : mediaTimeSeconds;
      this.#watched.add(this.#playingFromSeconds, endSeconds);
      this.#playingFromSeconds = null;
    }
    if (isMoving) this.#playingFromSeconds ??= mediaTimeSeconds;
  }

  #finishVideo(last: PlaybackMoment): void {
    this.flush(last.mediaTimeSeconds);
    this.#nonce = this.#makeNonce();
    this.#requestedAtMs = this.#options.clock.monotonicNow();
    this.#stall = null;
    this.#playingFromSeconds = null;
    this.#hasStarted = false;
    this.#watched = new WatchedRanges();
    this.#reportedFrames = NO_FRAMES;
    this.#reportedBytes = 0;
  }

  #makeNonce(): string {
    return makeNonce(this.#options.random.bytes(SCREEN_NONCE_CHARACTERS));
  }

  get #log(): Infrastructure['log'] {
    const { infrastructure } = this.#options;
    return (name, payload) => infrastructure.log(name, payload);
  }
}
