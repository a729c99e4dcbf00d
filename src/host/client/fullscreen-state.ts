/**
 * Whether the frame fills the screen: whoever asked for it, the browser says so in the document of the host, too. Only the
 * iPhone, which fills the screen with the bare video, tells the frame alone.
 */
export class FullscreenState {
  readonly #frame: HTMLIFrameElement;
  readonly #onChange: (active: boolean) => void;
  #isVideoAlone = false;
  #wasActive = false;

  constructor(frame: HTMLIFrameElement, onChange: (active: boolean) => void) {
    this.#frame = frame;
    this.#onChange = onChange;
    frame.ownerDocument.addEventListener('fullscreenchange', this.#look);
  }

  get isActive(): boolean {
    /** A frame in a shadow tree is named by that tree. */
    const root = this.#frame.getRootNode() as Partial<DocumentOrShadowRoot>;
    return this.#isVideoAlone || root.fullscreenElement === this.#frame;
  }

  /** The frame's own word. */
  frameSays(active: boolean): void {
    this.#isVideoAlone = active && this.#frame.ownerDocument.fullscreenElement === null;
    this.#look();
  }

  stop(): void {
    this.#frame.ownerDocument.removeEventListener('fullscreenchange', this.#look);
  }

  readonly #look = (): void => {
    const { isActive } = this;
    if (isActive === this.#wasActive) return;
    this.#wasActive = isActive;
    this.#onChange(isActive);
  };
}
