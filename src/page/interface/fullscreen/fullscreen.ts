/** The iPhone can only make the video element itself fill the screen, with its own controls. */
interface IosVideoElement extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** As much of the player as full screen is to it. */
export interface FullscreenPlayer {
  fullscreenChanged(active: boolean): void;
  /** Asks the host to leave the full screen that it has made; `false` where it has made none. */
  leaveHostFullscreen(): boolean;
}

/** Full screen of the whole player where the browser has it, of the bare video where it has only that. */
export class Fullscreen {
  readonly #root: HTMLElement;
  readonly #video: IosVideoElement;

  readonly #player: FullscreenPlayer;

  constructor(root: HTMLElement, video: HTMLVideoElement, player: FullscreenPlayer, signal: AbortSignal) {
    this.#root = root;
    this.#video = video;
    this.#player = player;
    root.ownerDocument.addEventListener('fullscreenchange', () => player.fullscreenChanged(this.isActive()), {
      signal,
    });
    video.addEventListener('webkitbeginfullscreen', () => player.fullscreenChanged(true), { signal });
    video.addEventListener('webkitendfullscreen', () => player.fullscreenChanged(false), { signal });
  }

  /** False where the host's `allow` list does not grant it. */
  isAvailable = (): boolean =>
    this.#root.ownerDocument.fullscreenEnabled || this.#video.webkitEnterFullscreen !== undefined;

  isActive = (): boolean => this.#root.ownerDocument.fullscreenElement === this.#root;

  toggle = async (): Promise<void> => {
    try {
      if (this.isActive()) await this.#root.ownerDocument.exitFullscreen();
      /** A frame cannot leave what the page around has entered. */
      else if (this.#player.leaveHostFullscreen()) return;
      else if (this.#root.ownerDocument.fullscreenEnabled) await this.#root.requestFullscreen();
      else this.#video.webkitEnterFullscreen?.();
    } catch {
      /** Refused, for want of a gesture or of permission: nothing has changed, and the button says so. */
    }
  };
}
