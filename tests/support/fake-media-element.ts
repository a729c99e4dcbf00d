import type { Clock } from '../../protocol/runtime/clock.ts';
import type { MirroredElement } from '../../src/page/engines/element-mirror.ts';
import type { MediaElement } from '../../src/page/player/stream/media-element.ts';
import type { SecondsRange } from '../../protocol/runtime/media/time-ranges.ts';
import { loadedUntil } from '../../src/page/player/loaded-ranges.ts';

/** Autoplay policy of the browser. */
export type AutoplayPolicy = 'allowed' | 'muted-only' | 'denied';

interface PendingPlay {
  readonly resolve: () => void;
  readonly reject: (error: DOMException) => void;
}

/** With less buffered ahead, the element cannot continue to play. */
const PLAYABLE_SECONDS = 0.05;

/**
 * A media element without media: the states, events and promises of `HTMLVideoElement` on a fake clock. Events are
 * dispatched in separate tasks, `taskDelayMs` late, like on a busy main thread.
 */
export class FakeMediaElement extends EventTarget implements MediaElement, MirroredElement {
  taskDelayMs = 0;
  autoplayPolicy: AutoplayPolicy = 'allowed';
  paused = true;
  ended = false;
  seeking = false;
  src = '';
  readyState = 0;
  duration = Number.NaN;
  defaultPlaybackRate = 1;
  disableRemotePlayback = false;
  error: MediaError | null = null;
  readonly clientWidth = 640;
  readonly clientHeight = 360;
  readonly #clock: Clock;
  #ranges: readonly SecondsRange[] = [];
  #source: object | null = null;
  #isEmpty = true;
  #seconds = 0;
  #sinceMs = 0;
  #rate = 1;
  #volume = 1;
  #muted = false;
  #lastTaskMs = 0;
  #pendingPlays: PendingPlay[] = [];
  #cancelEdge: () => void = () => undefined;
  readonly #waitingEvents = new Set<() => void>();

  constructor(clock: Clock) {
    super();
    this.#clock = clock;
  }

  get srcObject(): MediaProvider | null {
    return this.#source as MediaProvider | null;
  }

  /** The load algorithm: playback stops, pending events are dropped, and the new source begins at 0. */
  set srcObject(source: MediaProvider | null) {
    for (const cancel of this.#waitingEvents) cancel();
    this.#waitingEvents.clear();
    if (!this.#isEmpty) {
      this.#abortPlays();
      this.paused = true;
      this.#fire('emptied');
    }
    this.#cancelEdge();
    this.#source = source;
    this.#isEmpty = source === null;
    this.#ranges = [];
    this.#place(0);
    Object.assign(this, { ended: false, seeking: false, readyState: 0, duration: Number.NaN });
    if (this.#rate !== this.defaultPlaybackRate) this.playbackRate = this.defaultPlaybackRate;
  }

  get buffered(): TimeRanges {
    const ranges = this.#ranges;
    const at = (index: number, side: 0 | 1): number => ranges[index]?.[side] ?? Number.NaN;
    return { length: ranges.length, start: (index) => at(index, 0), end: (index) => at(index, 1) };
  }

  get currentTime(): number {
    if (!this.#isMoving) return this.#seconds;
    const moved = this.#seconds + ((this.#clock.monotonicNow() - this.#sinceMs) / 1_000) * this.#rate;
    return Math.min(moved, Math.max(this.#seconds, loadedUntil(this.#ranges, this.#seconds)));
  }

  set currentTime(seconds: number) {
    const isSought = this.readyState > 0;
    this.#place(isSought ? Math.max(0, Math.min(seconds, this.duration)) : seconds);
    if (!isSought) return;
    this.ended = false;
    this.seeking = true;
    this.readyState = 1;
    this.#fire('seeking');
    if (!this.paused) this.#fire('waiting');
    this.#task(() => this.#check());
  }

  get playbackRate(): number {
    return this.#rate;
  }

  set playbackRate(rate: number) {
    if (rate === this.#rate) return;
    this.#place(this.currentTime);
    this.#rate = rate;
    this.#fire('ratechange');
    this.#watchEdge();
  }

  get volume(): number {
    return this.#volume;
  }

  set volume(volume: number) {
    if (!(volume >= 0 && volume <= 1)) throw new DOMException('volume', 'IndexSizeError');
    if (volume === this.#volume) return;
    this.#volume = volume;
    this.#fire('volumechange');
  }

  get muted(): boolean {
    return this.#muted;
  }

  set muted(muted: boolean) {
    if (muted === this.#muted) return;
    this.#muted = muted;
    this.#fire('volumechange');
  }

  play(): Promise<void> {
    const isAllowed = this.autoplayPolicy === 'allowed' || (this.autoplayPolicy === 'muted-only' && this.#muted);
    if (!isAllowed) return Promise.reject(new DOMException('no gesture', 'NotAllowedError'));
    if (this.ended) this.currentTime = 0;
    if (this.paused) {
      this.paused = false;
      this.#fire('play');
      this.#fire(this.readyState >= 3 ? 'playing' : 'waiting');
      this.#place(this.#seconds);
      this.#watchEdge();
    }
    if (this.readyState >= 3) return Promise.resolve();
    return new Promise((resolve, reject) => this.#pendingPlays.push({ resolve, reject }));
  }

  pause(): void {
    if (this.paused) return;
    this.#place(this.currentTime);
    this.paused = true;
    this.#cancelEdge();
    this.#abortPlays();
    this.#fire('pause');
  }

  getVideoPlaybackQuality(): VideoPlaybackQuality {
    return { creationTime: 0, droppedVideoFrames: 0, totalVideoFrames: 0, corruptedVideoFrames: 0 };
  }

  // — Actions of engines —

  loadMetadata(durationSeconds: number): void {
    if (this.#source === null || this.readyState > 0) return;
    this.duration = durationSeconds;
    this.readyState = 1;
    this.#fire('durationchange');
    this.#fire('loadedmetadata');
    if (this.#seconds > 0) this.currentTime = this.#seconds;
  }

  append(startSeconds: number, endSeconds: number): void {
    if (this.readyState === 0) return;
    this.#place(this.currentTime);
    this.#ranges = merge([...this.#ranges, [startSeconds, Math.min(endSeconds, this.duration)]]);
    this.#fire('progress');
    this.#check();
  }

  /** Simulates the death of the worker that feeds the element: nothing is buffered, and the element has ended. */
  loseSource(): void {
    if (this.#source === null || this.readyState === 0) return;
    this.#ranges = [];
    this.seeking = false;
    this.#place(this.duration);
    this.#end();
  }

  // — The browser —

  get #isMoving(): boolean {
    return !this.paused && !this.seeking && !this.ended && this.readyState >= 3;
  }

  #place(seconds: number): void {
    this.#seconds = seconds;
    this.#sinceMs = this.#clock.monotonicNow();
  }

  /** Sets the ready state by the buffer at the position. */
  #check(): void {
    if (this.readyState === 0 || this.ended) return;
    const aheadSeconds = loadedUntil(this.#ranges, this.#seconds) - this.#seconds;
    const hasData = this.#ranges.some(([start, end]) => this.#seconds >= start - 0.1 && this.#seconds <= end);
    if (!hasData) return;
    if (this.seeking) {
      this.seeking = false;
      this.#fire('seeked');
    }
    const before = this.readyState;
    const isEnough = aheadSeconds > PLAYABLE_SECONDS || this.#seconds >= this.duration - PLAYABLE_SECONDS;
    this.readyState = isEnough ? 4 : 2;
    this.#place(this.#seconds);
    if (before < 2) this.#fire('loadeddata');
    if (before < 3 && isEnough) {
      this.#fire('canplay');
      if (!this.paused) {
        this.#fire('playing');
        for (const { resolve } of this.#pendingPlays.splice(0)) resolve();
      }
    }
    this.#watchEdge();
  }

  /** At the end of the buffered range the element stalls; at the end of the video it ends. */
  #watchEdge(): void {
    this.#cancelEdge();
    if (!this.#isMoving) return;
    const edgeSeconds = loadedUntil(this.#ranges, this.#seconds);
    // Rounded down to a microsecond, or a task in the millisecond of the end could run before the end.
    const untilMs = Math.floor(((edgeSeconds - this.#seconds) / this.#rate) * 1e6) / 1e3;
    this.#cancelEdge = this.#clock.after(Math.max(0, untilMs), () => {
      this.#place(edgeSeconds);
      if (edgeSeconds >= this.duration) return this.#end();
      this.readyState = 2;
      this.#fire('waiting');
    });
  }

  #end(): void {
    this.#cancelEdge();
    this.ended = true;
    if (!this.paused) {
      this.paused = true;
      this.#abortPlays();
      this.#fire('pause');
    }
    this.#fire('ended');
  }

  #abortPlays(): void {
    for (const { reject } of this.#pendingPlays.splice(0)) reject(new DOMException('interrupted', 'AbortError'));
  }

  #fire(type: string): void {
    const cancel = this.#task(() => {
      this.#waitingEvents.delete(cancel);
      this.dispatchEvent(new Event(type));
    });
    this.#waitingEvents.add(cancel);
  }

  /** Whether events are still waiting to be dispatched. */
  get hasTasks(): boolean {
    return this.#lastTaskMs >= this.#clock.monotonicNow();
  }

  /** Runs tasks in order, even if `taskDelayMs` has changed in between. */
  #task(run: () => void): () => void {
    const nowMs = this.#clock.monotonicNow();
    this.#lastTaskMs = Math.max(this.#lastTaskMs, nowMs + this.taskDelayMs);
    return this.#clock.after(this.#lastTaskMs - nowMs, run);
  }
}

function merge(ranges: readonly SecondsRange[]): SecondsRange[] {
  const merged: [number, number][] = [];
  for (const [start, end] of ranges.toSorted((one, other) => one[0] - other[0])) {
    const last = merged.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (end > start) merged.push([start, end]);
  }
  return merged;
}
