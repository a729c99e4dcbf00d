export interface FullscreenListener {
  /** The page around has made the frame fill the screen, or no longer: in the frame's own document nothing says so. */
  frameChanged(active: boolean): void;
  /** The player fills the screen, or no longer, whoever asked for it. */
  changed(active: boolean): void;
}

/**
 * Whether the frame fills the screen: whoever asked for it, the browser says so in the document of the host, too. Only the
 * iPhone, which fills the screen with the bare video, tells the frame alone.
 */
export class FullscreenState {
  readonly #frame: HTMLIFrameElement;
  readonly #listener: FullscreenListener;
  #isVideoAlone = false;
  #wasFrame = false;
  #wasActive = false;

  constructor(frame: HTMLIFrameElement, listener: FullscreenListener) {
    this.#frame = frame;
    this.#listener = listener;
    frame.ownerDocument.addEventListener('fullscreenchange', this.#look);
  }

  get isActive(): boolean {
    return this.#isVideoAlone || this.isFrame;
  }

  get isFrame(): boolean {
    /** A frame in a shadow tree is named by that tree. */
    const root = this.#frame.getRootNode() as Partial<DocumentOrShadowRoot>;
    return root.fullscreenElement === this.#frame;
  }

  /**
   * The frame's own word, which counts where documents have no full screen. Elsewhere it may come after the browser has
   * left it again.
   */
  frameSays(active: boolean): void {
    this.#isVideoAlone = active && !this.#frame.ownerDocument.fullscreenEnabled;
    this.#look();
  }

  async leave(): Promise<void> {
    if (this.isFrame) await this.#frame.ownerDocument.exitFullscreen();
  }

  stop(): void {
    this.#frame.ownerDocument.removeEventListener('fullscreenchange', this.#look);
  }

  readonly #look = (): void => {
    const { isFrame, isActive } = this;
    const [wasFrame, wasActive] = [this.#wasFrame, this.#wasActive];
    this.#wasFrame = isFrame;
    this.#wasActive = isActive;
    if (isFrame !== wasFrame) this.#listener.frameChanged(isFrame);
    if (isActive !== wasActive) this.#listener.changed(isActive);
  };
}
