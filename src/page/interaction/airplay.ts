import { Emitter } from '../player/emitter.ts';

/** What Safari adds to a video element, and no other browser has. */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean;
}

export interface AirPlayState {
  readonly isAvailable: boolean;
  readonly isActive: boolean;
}

/** Playback on another device of the viewer's, while there is one that can play what is playing. */
export class AirPlay {
  readonly #video: AirPlayVideo;
  readonly #changed: Emitter<void>;
  #state: AirPlayState = { isAvailable: false, isActive: false };

  constructor(video: HTMLVideoElement, signal: AbortSignal, reportError: (error: unknown) => void) {
    this.#video = video;
    this.#changed = new Emitter(reportError);
    const { defaultView } = video.ownerDocument;
    /** Listening makes the system look for devices, so only who can use them listens. */
    if (defaultView === null || !('WebKitPlaybackTargetAvailabilityEvent' in defaultView)) return;
    video.addEventListener(
      'webkitplaybacktargetavailabilitychanged',
      (event) => this.#set({ isAvailable: (event as Event & { availability?: string }).availability === 'available' }),
      { signal },
    );
    video.addEventListener(
      'webkitcurrentplaybacktargetiswirelesschanged',
      () => this.#set({ isActive: this.#video.webkitCurrentPlaybackTargetIsWireless === true }),
      { signal },
    );
  }

  get = (): AirPlayState => this.#state;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  choose = (): void => this.#video.webkitShowPlaybackTargetPicker?.();

  #set(patch: Partial<AirPlayState>): void {
    this.#state = { ...this.#state, ...patch };
    this.#changed.emit();
  }
}
