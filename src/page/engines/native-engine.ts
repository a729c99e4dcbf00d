import { EngineEvents } from '../../../protocol/media/engine-events.ts';
import type {
  MediaEngine,
  MediaEngineState,
  MediaPath,
  MediaSourceDescription,
} from '../../../protocol/media/media-engine.ts';
import { fail, succeed, type Outcome } from '../../../protocol/runtime/outcome.ts';
import { qualityName } from '../../../protocol/media/quality.ts';
import { elementErrorCode } from './element-error.ts';

/** The browser plays an address itself: HLS where there is no MSE, or a plain file. */
export class NativeEngine implements MediaEngine {
  readonly path: MediaPath;
  readonly #element: HTMLVideoElement;
  readonly #events = new EngineEvents();
  readonly on = this.#events.on;
  readonly #stop = new AbortController();
  #source: MediaSourceDescription | null = null;

  constructor(element: HTMLVideoElement, path: 'native' | 'progressive') {
    this.path = path;
    this.#element = element;
    const { signal } = this.#stop;
    element.addEventListener('resize', () => this.#events.emit('state', this.#state()), { signal });
    element.addEventListener('error', () => this.#failed(), { signal });
  }

  load(source: MediaSourceDescription): Promise<Outcome<void>> {
    this.#source = source;
    return Promise.resolve(this.#open(source.startSeconds));
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
    /** The tallest file: without adaptation the choice is final. */
    return this.#source?.progressive.toSorted((one, other) => other.height - one.height)[0]?.url;
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
