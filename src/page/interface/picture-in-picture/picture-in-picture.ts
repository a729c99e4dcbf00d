/** A window of the page for the element and controls of ours (own-window.tsx). */
interface OwnWindow {
  isActive(): boolean;
  show(active: boolean): Promise<void>;
}

/** The video in a separate window, where browser and host page allow it. */
export class PictureInPicture {
  readonly #video: HTMLVideoElement;
  /** Offered by the interface; its window fires the events of the browser's. */
  ownWindow: OwnWindow | undefined;

  constructor(video: HTMLVideoElement, onChange: (active: boolean) => void) {
    this.#video = video;
    for (const type of ['enterpictureinpicture', 'leavepictureinpicture'] as const)
      video.addEventListener(type, () => onChange(this.isActive()));
  }

  isActive = (): boolean =>
    this.ownWindow?.isActive() || this.#video.ownerDocument.pictureInPictureElement === this.#video;

  /** Rejects for lack of a gesture or of permission, or if there is no picture yet. */
  show = async (active: boolean): Promise<void> => {
    if (this.ownWindow) await this.ownWindow.show(active);
    else if (active) await this.#video.requestPictureInPicture();
    else await this.#video.ownerDocument.exitPictureInPicture();
  };
}
