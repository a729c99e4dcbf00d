import type { Clock } from '../../../../protocol/runtime/clock.ts';
import { withDeadline } from '../../../../protocol/runtime/deadline.ts';

/** A separate window for the video element, of the browser or of the page. */
export interface VideoWindow {
  isActive(): boolean;
  /** Rejects for lack of a gesture or of permission. */
  show(active: boolean): Promise<void>;
}

/** Duration of Chromium's transient activation: how long after a press a window may be requested. */
export const ACTIVATION_MS = 5_000;

/** The video in a separate window, if browser and host page allow it. */
export class PictureInPicture {
  readonly #video: HTMLVideoElement;
  readonly #clock: Clock;
  #window: VideoWindow | undefined;
  readonly #waiting = new Set<() => void>();
  /** Called when a request has to wait for the interface, which sets `window`. */
  onWait: () => void = () => undefined;

  /** Windows of the page fire the same events as windows of the browser. */
  constructor(video: HTMLVideoElement, clock: Clock, onChange: (active: boolean) => void) {
    this.#video = video;
    this.#clock = clock;
    for (const type of ['enterpictureinpicture', 'leavepictureinpicture'] as const)
      video.addEventListener(type, () => onChange(this.isActive()));
  }

  get window(): VideoWindow | undefined {
    return this.#window;
  }

  /** Set by the interface, which loads at the first frame: earlier, browsers have nothing to show in a window. */
  set window(window: VideoWindow | undefined) {
    this.#window = window;
    if (window === undefined) return;
    for (const resolve of this.#waiting) resolve();
    this.#waiting.clear();
  }

  /** Before the interface loads, only the browser's own button opens a window. */
  isActive = (): boolean =>
    this.#window?.isActive() ?? this.#video.ownerDocument.pictureInPictureElement === this.#video;

  show = async (active: boolean): Promise<void> => {
    const isPossible = active ? !this.#video.paused : this.isActive();
    if (this.#window === undefined && isPossible) await this.#wait();
    if (this.#window === undefined) throw new Error('there is no picture yet');
    await this.#window.show(active);
  };

  /** The video plays, so the interface is loading, or `onWait` loads it. */
  #wait(): Promise<void> {
    const arrived = new Promise<void>((resolve) => this.#waiting.add(resolve));
    this.onWait();
    return withDeadline(arrived, { clock: this.#clock, limitMs: ACTIVATION_MS, late: () => undefined });
  }
}
