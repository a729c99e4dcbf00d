export interface FullscreenListener {
  /** The frame has begun or ceased to fill the screen by its page, which the frame's own document cannot detect. */
  frameChanged(active: boolean): void;
  /** The player has begun or ceased to fill the screen, whether the host or the frame requested it. */
  changed(active: boolean): void;
}

/**
 * Tracks whether the frame fills the screen. The browser reports it in the document of the host, too, whichever side requested it.
 * Only the iPhone, which fills the screen with the bare video, reports it only in the frame.
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
    // In a shadow tree, the frame is the full-screen element of that tree, or the host element is that of the document.
    const root = this.#frame.getRootNode() as Partial<ShadowRoot>;
    const isHost = root.host !== undefined && root.host === this.#frame.ownerDocument.fullscreenElement;
    return isHost || root.fullscreenElement === this.#frame;
  }

  /**
   * Call it when the frame reports full screen. The report counts only where documents have no full screen; elsewhere it may arrive
   * after the browser has left full screen again.
   */
  frameSays(active: boolean): void {
    this.#isVideoAlone = active && !this.#frame.ownerDocument.fullscreenEnabled;
    this.check();
  }

  async leave(): Promise<void> {
    if (this.isFrame) await this.#frame.ownerDocument.exitFullscreen();
  }

  /** Call it when the document of the frame reports a change. */
  check(): void {
    const { isFrame, isActive } = this;
    const [wasFrame, wasActive] = [this.#wasFrame, this.#wasActive];
    this.#wasFrame = isFrame;
    this.#wasActive = isActive;
    if (isFrame !== wasFrame) this.#listener.frameChanged(isFrame);
    if (isActive !== wasActive) this.#listener.changed(isActive);
  }
}
