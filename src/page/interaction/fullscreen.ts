/** The iPhone can only make the video element itself fill the screen, with its own controls. */
interface IosVideoElement extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** Full screen of the whole player where the browser has it, of the bare video where it has only that. */
export class Fullscreen {
  readonly #root: HTMLElement;
  readonly #video: IosVideoElement;

  constructor(root: HTMLElement, video: HTMLVideoElement, onChange: (active: boolean) => void, signal: AbortSignal) {
    this.#root = root;
    this.#video = video;
    root.ownerDocument.addEventListener('fullscreenchange', () => onChange(this.isActive()), { signal });
    video.addEventListener('webkitbeginfullscreen', () => onChange(true), { signal });
    video.addEventListener('webkitendfullscreen', () => onChange(false), { signal });
  }

  /** False where the host's `allow` list does not grant it. */
  isAvailable = (): boolean =>
    this.#root.ownerDocument.fullscreenEnabled || this.#video.webkitEnterFullscreen !== undefined;

  isActive = (): boolean => this.#root.ownerDocument.fullscreenElement === this.#root;

  toggle = async (): Promise<void> => {
    try {
      if (this.isActive()) await this.#root.ownerDocument.exitFullscreen();
      else if (this.#root.ownerDocument.fullscreenEnabled) await this.#root.requestFullscreen();
      else this.#video.webkitEnterFullscreen?.();
    } catch {
      /** Refused, for want of a gesture or of permission: nothing has changed, and the button says so. */
    }
  };
}
