import { EngineEvents } from '../../../protocol/media/engine-events.ts';
import type {
  MediaEngine,
  MediaEngineState,
  MediaPath,
  MediaSourceDescription,
} from '../../../protocol/media/media-engine.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { qualityName } from '../../../protocol/media/quality.ts';
import type { FileHeadStart } from '../boot/boot-state.ts';
import { elementErrorCode } from './element-error.ts';
import { tallestFile } from './tallest-file.ts';

/** The browser plays an address itself: HLS where there is no MSE, or a plain file. */
export class NativeEngine implements MediaEngine {
  readonly path: MediaPath;
  readonly #element: HTMLVideoElement;
  readonly #events = new EngineEvents();
  readonly on = this.#events.on;
  readonly #stop = new AbortController();
  readonly #takeHeadStart: () => FileHeadStart | null;
  #source: MediaSourceDescription | null = null;

  constructor(element: HTMLVideoElement, path: 'native' | 'progressive', takeHeadStart: () => FileHeadStart | null) {
    this.path = path;
    this.#element = element;
    this.#takeHeadStart = takeHeadStart;
    const { signal } = this.#stop;
    element.addEventListener('resize', () => this.#events.emit('state', this.#state()), { signal });
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

  /** The browser chooses; a plain file has one quality. */
  setQuality(): void {}
  setAudioTrack(): void {}
  setTarget(): void {}

  /** The inline script has given the element this address, and it loads or plays already. */
  #continues(positionSeconds: number): boolean {
    const begun = this.#takeHeadStart();
    if (begun === null || begun.url !== this.#address() || this.#element.error !== null) return false;
    if (begun.startSeconds !== positionSeconds) this.#element.currentTime = positionSeconds;
    /** The event about its size may have come before this engine. */
    if (this.#element.videoWidth > 0) this.#events.emit('state', this.#state());
    return true;
  }

  #open(positionSeconds: number): Outcome<void> {
    const url = this.#address();
    if (url === undefined) return fail('fmt.noneavailable', 'no address that can be played here');
    /** A stream that is opened is loaded, even if it is not to play yet. */
    this.#element.preload = 'auto';
    this.#element.src = url;
    if (positionSeconds > 0) this.#element.currentTime = positionSeconds;
    return succeed(undefined);
  }

  #address(): string | undefined {
    if (this.path === 'native') return this.#source?.hlsManifestUrl;
    return tallestFile(this.#source?.progressive ?? [])?.url;
  }

  #state(): MediaEngineState {
    const quality = qualityName(this.#element.videoWidth, this.#element.videoHeight);
    return {
      qualities: quality === 'unknown' ? [] : [quality, 'auto'],
      quality,
      automatic: true,
      isLive: this.#element.duration === Infinity,
      seekable: null,
      audioTracks: [],
      audioTrack: '',
    };
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
