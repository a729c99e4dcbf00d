import { SnapshotStore } from '../../player/snapshot-store.ts';

/** Members that only Safari adds to a video element. */
interface AirPlayVideo extends HTMLVideoElement {
  webkitShowPlaybackTargetPicker?: () => void;
  readonly webkitCurrentPlaybackTargetIsWireless?: boolean;
}

export interface AirPlayState {
  readonly isAvailable: boolean;
  readonly isActive: boolean;
}

/** AirPlay to a device of the viewer; available while the system finds a device that can play the present source. */
export class AirPlay {
  readonly #video: AirPlayVideo;
  readonly #store: SnapshotStore<AirPlayState>;

  constructor(video: HTMLVideoElement, reportError: (error: unknown) => void) {
    this.#video = video;
    this.#store = new SnapshotStore({ isAvailable: false, isActive: false }, reportError);
  }

  get = (): AirPlayState => this.#store.get();

  /** Listening makes the system search for devices, so it stops when nothing is subscribed. */
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
