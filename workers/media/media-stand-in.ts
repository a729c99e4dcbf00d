import type { Clock } from '../../protocol/runtime/clock.ts';
import type { ElementMessage, ElementSnapshot } from '../../protocol/media/media-worker.ts';
import type { SecondsRange, TimeRangesLike } from '../../protocol/runtime/media/time-ranges.ts';
import { bufferRanges } from './buffer-ranges.ts';
import { SizedElement } from './sized-element.ts';
import { HAVE_METADATA, HAVE_FUTURE_DATA } from './ready-states.ts';

/** How far the stand-in element extrapolates from its last snapshot; longer than the time between two snapshots. */
export const CLOCK_EXTRAPOLATION_MAX_SECONDS = 1.5;

export interface StandInDependencies {
  /** Requests that main move the real element. `targetNumber` is the number of the viewer's last known seek. */
  readonly seek: (seconds: number, seekNumber: number, targetNumber: number) => void;
  readonly clock: Clock;
  /** The page's inline script follows seeks until the player reports the element. */
  readonly isFollowedEarly: boolean;
}

export const NO_ELEMENT: ElementSnapshot = {
  currentTime: 0,
  atMs: 0,
  paused: true,
  seeking: false,
  ended: false,
  readyState: 0,
  playbackRate: 1,
  duration: Number.NaN,
  error: null,
  seekNumber: 0,
  targetNumber: 0,
  droppedFrames: 0,
  totalFrames: 0,
};

/**
 * Replaces the media element in the worker. The engine reads it like the element: times are extrapolated between the
 * messages of the real element, a seek counts from the moment of its request, and buffered ranges come from the MediaSource,
 * which is in this thread.
 */
export class MediaStandIn extends SizedElement {
  readonly #seek: StandInDependencies['seek'];
  readonly #clock: Clock;
  #snapshot = NO_ELEMENT;
  #pendingSeekSeconds: number | null = null;
  #seekNumber = 0;
  /** The page's inline script follows seeks, and nothing has reported the element yet. */
  #isUnseen: boolean;
  /**
   * A head start of the inline script plays. Its position is unknown until the page's module reports it: an engine that seeks
   * from an assumed position would move the viewer back.
   */
  isEarly = false;
  #mediaSource: MediaSource | null = null;

  constructor({ seek, clock, isFollowedEarly }: StandInDependencies) {
    super();
    this.#isUnseen = isFollowedEarly;
    this.#seek = seek;
    this.#clock = clock;
  }

  /** The source whose buffers the element plays. */
  useMediaSource(mediaSource: MediaSource): void {
    this.#mediaSource = mediaSource;
  }

  receive({ event, snapshot }: ElementMessage): void {
    // A new seek of the viewer overrides the engine's own seek.
    const isRetargeted = snapshot.targetNumber > this.#snapshot.targetNumber;
    this.#snapshot = snapshot;
    if (this.#isUnseen || isRetargeted || snapshot.seekNumber >= this.#seekNumber) this.#pendingSeekSeconds = null;
    this.#isUnseen = false;
    if (event !== null) this.dispatchEvent(new Event(event));
  }

  get currentTime(): number {
    if (this.#pendingSeekSeconds !== null) return this.#pendingSeekSeconds;
    const { currentTime, atMs, playbackRate, paused, seeking, ended, readyState } = this.#snapshot;
    if (paused || seeking || ended || readyState < HAVE_FUTURE_DATA) return currentTime;
    // Capped, so that a stall is detected.
    const elapsedSeconds = Math.min((this.#clock.monotonicNow() - atMs) / 1_000, CLOCK_EXTRAPOLATION_MAX_SECONDS);
    return Math.min(currentTime + elapsedSeconds * playbackRate, this.bufferedEnd(currentTime));
  }

  set currentTime(seconds: number) {
    if (this.isEarly && this.#isUnseen) return;
    this.#pendingSeekSeconds = seconds;
    this.#seekNumber += 1;
    this.#seek(seconds, this.#seekNumber, this.#snapshot.targetNumber);
  }

  /** An early seek does not count: the page's inline script follows it at once. */
  get seeking(): boolean {
    return this.#snapshot.seeking || (this.#pendingSeekSeconds !== null && !this.#isUnseen);
  }

  get readyState(): number {
    const { readyState } = this.#snapshot;
    return this.#pendingSeekSeconds === null ? readyState : Math.min(readyState, HAVE_METADATA);
  }

  get paused(): boolean {
    return this.#snapshot.paused;
  }

  get ended(): boolean {
    return this.#snapshot.ended;
  }

  get playbackRate(): number {
    return this.#snapshot.playbackRate;
  }

  /** Ignored: hls.js adjusts the speed of live playback, but here only the viewer sets it. */
  set playbackRate(_rate: number) {}

  get duration(): number {
    return this.#mediaSource?.duration ?? this.#snapshot.duration;
  }

  get error(): ElementSnapshot['error'] {
    return this.#snapshot.error;
  }

  get buffered(): TimeRangesLike {
    return timeRanges(this.#ranges());
  }

  getVideoPlaybackQuality(): { droppedVideoFrames: number; totalVideoFrames: number } {
    return { droppedVideoFrames: this.#snapshot.droppedFrames, totalVideoFrames: this.#snapshot.totalFrames };
  }

  /** Intersection of the buffered ranges of all tracks; an ended stream lasts as long as its longest track. */
  #ranges(): readonly SecondsRange[] {
    const source = this.#mediaSource;
    const tracks = Array.from(source?.activeSourceBuffers ?? [], bufferRanges);
    const isEnded = source?.readyState === 'ended';
    const endSeconds = isEnded ? Math.max(0, ...tracks.flat(2)) : 0;
    const [first = [], ...others] = tracks.map((ranges) => extendLast(ranges, endSeconds));
    return others.reduce(intersect, first);
  }

  /** End of the buffered range around a position, or the position itself if it is not buffered. Seconds. */
  bufferedEnd(seconds: number): number {
    const range = this.#ranges().find(([start, end]) => seconds >= start && seconds <= end);
    return range?.[1] ?? seconds;
  }
}

/** Ranges whose index throws out of range, as in the real interface. */
function timeRanges(ranges: readonly SecondsRange[]): TimeRangesLike {
  const at = (index: number): SecondsRange => ranges[index] as SecondsRange;
  return { length: ranges.length, start: (index) => at(index)[0], end: (index) => at(index)[1] };
}

function extendLast(ranges: readonly SecondsRange[], end: number): SecondsRange[] {
  const [last] = ranges.slice(-1);
  return last === undefined ? [] : [...ranges.slice(0, -1), [last[0], Math.max(last[1], end)]];
}

function intersect(one: readonly SecondsRange[], other: readonly SecondsRange[]): SecondsRange[] {
  return one.flatMap(([start, end]) =>
    other
      .map(([otherStart, otherEnd]) => [Math.max(start, otherStart), Math.min(end, otherEnd)] as const)
      .filter(([from, to]) => to > from),
  );
}
