import { SnapshotStore } from '../../player/snapshot-store.ts';

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
  readonly #store: SnapshotStore<AirPlayState>;

  constructor(video: HTMLVideoElement, reportError: (error: unknown) => void) {
    this.#video = video;
    this.#store = new SnapshotStore({ isAvailable: false, isActive: false }, reportError);
  }

  get = (): AirPlayState => this.#store.get();

  /** Listening makes the system look for devices, so it ends when nobody looks. */
  subscribe = (listener: () => void): (() => void) => {
    const listening = new AbortController();
    const on = (type: string, read: (event: Event & { availability?: string }) => Partial<AirPlayState>): void =>
      this.#video.addEventListener(type, (event) => this.#store.update(read(event)), { signal: listening.signal });
    on('webkitplaybacktargetavailabilitychanged', ({ availability }) => ({
      isAvailable: availability === 'available',
    }));
    on('webkitcurrentplaybacktargetiswirelesschanged', () => ({
      isActive: this.#video.webkitCurrentPlaybackTargetIsWireless === true,
    }));
    const undo = this.#store.subscribe(listener);
    return () => {
      listening.abort();
      undo();
    };
  };

  choose = (): void => this.#video.webkitShowPlaybackTargetPicker?.();
}
