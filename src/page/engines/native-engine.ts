import { EngineEvents } from '../../../protocol/media/engine-events.ts';
import type {
  LiveFacts,
  MediaEngine,
  MediaEngineState,
  MediaPath,
  MediaSourceDescription,
} from '../../../protocol/media/media-engine.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { qualityName } from '../../../protocol/media/quality.ts';
import { StuckElement } from '../../../protocol/runtime/media/stuck-element.ts';
import { rangesOf } from '../../../protocol/runtime/media/time-ranges.ts';
import type { Clock } from '../../../protocol/runtime/clock.ts';
import type { FileHeadStart } from '../boot/boot-state.ts';
import { addressAt } from '../platform/address-at.ts';
import { elementErrorCode } from './element-error.ts';
import { tallestFile } from '../platform/tallest-file.ts';

/** A live stream whose edge has not moved for this time has stopped: browsers report neither segments nor requests of native HLS. */
const STALE_AFTER_MS = 20_000;
const NATIVE_LIVE = { condition: 'on', targetLatencySeconds: null, isLowLatency: false, jumps: 0 } as const;

export interface NativeEngineDependencies {
  readonly element: HTMLVideoElement;
  readonly path: 'native' | 'progressive';
  readonly clock: Clock;
  readonly takeHeadStart: () => FileHeadStart | null;
}

/** The browser plays an address itself: HLS where there is no MSE, or a plain file. */
export class NativeEngine implements MediaEngine {
  readonly path: MediaPath;
  readonly #element: HTMLVideoElement;
  readonly #events = new EngineEvents();
  readonly on = this.#events.on;
  readonly #stop = new AbortController();
  readonly #takeHeadStart: () => FileHeadStart | null;
  readonly #clock: Clock;
  readonly #stuck: StuckElement;
  #source: MediaSourceDescription | null = null;
  #live: LiveFacts | undefined;

  constructor({ element, path, clock, takeHeadStart }: NativeEngineDependencies) {
    this.path = path;
    this.#element = element;
    this.#clock = clock;
    this.#stuck = new StuckElement(element, clock);
    this.#takeHeadStart = takeHeadStart;
    const { signal } = this.#stop;
    for (const type of ['resize', 'durationchange'])
      element.addEventListener(type, () => this.#tellState(), { signal });
    element.addEventListener('error', () => this.#failed(), { signal });
  }

  load(source: MediaSourceDescription): Promise<Outcome<void>> {
    this.#source = source;
    return Promise.resolve(this.#continues(source.startSeconds) ? succeed(undefined) : this.#open(source.startSeconds));
  }

  recover(positionSeconds: number): Promise<Outcome<void>> {
    return Promise.resolve(this.#open(positionSeconds));
  }

  detach(): void {
    this.#stop.abort();
    this.#element.removeAttribute('src');
    this.#element.load();
  }

  /** No effect: the browser chooses the quality, and a plain file has only one. */
  setQuality(): void {}
  setAudioTrack(): void {}
  setLimits(): void {}
  setTarget(): void {}

  /** The window of a live stream moves without an event, and a file gets stuck without one. */
  observeElement(): void {
    const { currentTime, duration, readyState, seeking } = this.#element;
    if (duration === Infinity) this.#tellState();
    else if (this.path === 'progressive' && this.#stuck.check(readyState > 1 && !seeking)) this.#open(currentTime);
  }

  /** Whether the element already loads or plays this address, because the inline script has set it. */
  #continues(positionSeconds: number): boolean {
    const begun = this.#takeHeadStart();
    if (begun === null || begun.url !== this.#address() || this.#element.error !== null) return false;
    if (begun.startSeconds !== positionSeconds) this.#element.currentTime = positionSeconds;
    // The events about size and length may have fired before this engine was created.
    if (this.#element.readyState > 0) this.#tellState();
    return true;
  }

  #open(positionSeconds: number): Outcome<void> {
    const url = this.#address();
    if (url === undefined) return fail('fmt.noneavailable', 'no address that can be played here');
    // An opened stream is loaded even before it plays.
    this.#element.preload = 'auto';
    this.#element.src = addressAt(url, positionSeconds);
    return succeed(undefined);
  }

  #address(): string | undefined {
    if (this.path === 'native') return this.#source?.hlsManifestUrl;
    return tallestFile(this.#source?.progressive ?? [])?.url;
  }

  #tellState(): void {
    const quality = qualityName(this.#element.videoWidth, this.#element.videoHeight);
    this.#events.emit('state', {
      qualities: quality === 'unknown' ? [] : [quality, 'auto'],
      quality,
      automatic: true,
      ...this.#liveState(),
      audioTracks: [],
      audioTrack: '',
    });
  }

  /**
   * State of a live stream. The browser chooses the distance from the edge, and does not say when the playlist stops
   * growing.
   */
  #liveState(): Pick<MediaEngineState, 'isLive' | 'seekable' | 'live'> {
    const { duration, seekable } = this.#element;
    if (duration !== Infinity) return { isLive: duration > 0 ? false : null, seekable: null };
    const window = rangesOf(seekable).at(-1) ?? null;
    const edgeSeconds = window?.[1] ?? null;
    const nowMs = this.#clock.monotonicNow();
    if (this.#live?.edgeSeconds !== edgeSeconds) this.#live = { ...NATIVE_LIVE, edgeSeconds, edgeAtMs: nowMs };
    else if (nowMs - this.#live.edgeAtMs > STALE_AFTER_MS) this.#live = { ...this.#live, condition: 'stopped' };
    return { isLive: true, seekable: window, live: this.#live };
  }

  #failed(): void {
    const { error } = this.#element;
    if (error === null) return;
    this.#events.emit('fatal', {
      code: elementErrorCode(error, this.#element.readyState > 0),
      message: error.message || `media element error ${error.code}`,
      detail: `MediaError ${error.code}`,
    });
  }
}
