import { Emitter } from '../player/emitter.ts';

/** The video in a window of its own, where browser and host page allow it. */
export class PictureInPicture {
  readonly #video: HTMLVideoElement;
  readonly #changed: Emitter<void>;

  constructor(video: HTMLVideoElement, signal: AbortSignal, reportError: (error: unknown) => void) {
    this.#video = video;
    this.#changed = new Emitter(reportError);
    for (const type of ['enterpictureinpicture', 'leavepictureinpicture'] as const)
      video.addEventListener(type, () => this.#changed.emit(), { signal });
  }

  /** Firefox has its own button and no API; a host's `allow` list may leave it out. */
  isAvailable = (): boolean => {
    const { ownerDocument, disablePictureInPicture } = this.#video;
    return ownerDocument.pictureInPictureEnabled && !disablePictureInPicture;
  };

  get = (): boolean => this.#video.ownerDocument.pictureInPictureElement === this.#video;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  toggle = async (): Promise<void> => {
    try {
      if (this.get()) await this.#video.ownerDocument.exitPictureInPicture();
      else await this.#video.requestPictureInPicture();
    } catch {
      /** Refused for want of a gesture, or there is no picture yet: nothing has changed, and the button says so. */
    }
  };
}
