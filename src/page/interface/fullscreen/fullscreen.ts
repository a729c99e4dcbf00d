/** The iPhone can only show the video element itself in full screen, with its own controls. */
interface IosVideoElement extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void;
}

/** The part of the player that full screen uses. */
export interface FullscreenPlayer {
  fullscreenChanged(active: boolean): void;
  /** Requests that the host leave its own full screen; `false` if there is no such host. */
  leaveHostFullscreen(): boolean;
}

/** Full screen of the whole player where the browser supports it, otherwise of only the video element. */
export class Fullscreen {
  readonly #root: HTMLElement;
  readonly #video: IosVideoElement;

  readonly #player: FullscreenPlayer;

  constructor(root: HTMLElement, video: HTMLVideoElement, player: FullscreenPlayer) {
    this.#root = root;
    this.#video = video;
    this.#player = player;
    root.ownerDocument.addEventListener('fullscreenchange', () => player.fullscreenChanged(this.isActive()));
    video.addEventListener('webkitbeginfullscreen', () => player.fullscreenChanged(true));
    video.addEventListener('webkitendfullscreen', () => player.fullscreenChanged(false));
  }

  isActive = (): boolean => this.#root.ownerDocument.fullscreenElement === this.#root;

  /** Locks the screen to the orientation of the video; desktops refuse. Browsers unlock it at the end of full screen. */
  async #turnScreen(): Promise<void> {
    const { videoWidth, videoHeight, ownerDocument } = this.#video;
    const orientation: Partial<ScreenOrientation> | undefined = ownerDocument.defaultView?.screen.orientation;
    await orientation?.lock?.(videoHeight > videoWidth ? 'portrait' : 'landscape');
  }

  toggle = async (): Promise<void> => {
    try {
      if (this.isActive()) await this.#root.ownerDocument.exitFullscreen();
      // A frame cannot exit the full screen of its host page.
      else if (this.#player.leaveHostFullscreen()) return;
      else if (this.#root.ownerDocument.fullscreenEnabled) {
        await this.#root.requestFullscreen();
        await this.#turnScreen();
      } else this.#video.webkitEnterFullscreen?.();
    } catch {
      // Refused for lack of a gesture or permission: state and button stay unchanged.
    }
  };
}
