export interface FullscreenListener {
  /** The page has made the frame fill the screen, or no longer, which the frame's own document cannot detect. */
  frameChanged(active: boolean): void;
  /** The player fills the screen, or no longer, whether the host or the frame requested it. */
  changed(active: boolean): void;
}

/**
 * Whether the frame fills the screen: the browser reports that in the document of the host too, whichever side
 * requested it. Only the iPhone, which fills the screen with the bare video, reports it in the frame alone.
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
  }

  get isActive(): boolean {
    return this.#isVideoAlone || this.isFrame;
  }

  get isFrame(): boolean {
    // In a shadow tree, the frame is the full-screen element of that tree, and its host that of the document where the page fills with it.
    const root = this.#frame.getRootNode() as Partial<ShadowRoot>;
    const isHost = root.host !== undefined && root.host === this.#frame.ownerDocument.fullscreenElement;
    return isHost || root.fullscreenElement === this.#frame;
  }

  /**
   * The frame's own word, which counts where documents have no full screen. Elsewhere it may come after the browser has
   * left it again.
   */
  frameSays(active: boolean): void {
    this.#isVideoAlone = active && !this.#frame.ownerDocument.fullscreenEnabled;
    this.look();
  }

  async leave(): Promise<void> {
    if (this.isFrame) await this.#frame.ownerDocument.exitFullscreen();
  }

  /** Called when the document of the frame reports a change. */
  look(): void {
    const { isFrame, isActive } = this;
    const [wasFrame, wasActive] = [this.#wasFrame, this.#wasActive];
    this.#wasFrame = isFrame;
    this.#wasActive = isActive;
    if (isFrame !== wasFrame) this.#listener.frameChanged(isFrame);
    if (isActive !== wasActive) this.#listener.changed(isActive);
  }
}
