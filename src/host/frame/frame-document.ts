import { addressOf } from '../host-origin.ts';

/** The members of a frame from which its document is determined. */
export type DocumentFrame = Pick<HTMLIFrameElement, 'contentWindow' | 'getAttribute' | 'baseURI'> & Node;

/**
 * Tracks whether a message would still reach the document that has posted. A frame that is moved gets
 * another window, a frame whose address changes keeps the old document for a while, and no event reports either at once.
 */
export class FrameDocument {
  readonly #frame: DocumentFrame;
  readonly #onNavigation: () => void;
  readonly #observer: MutationObserver | undefined;
  /** Window of the document that has posted a message; `null` before the first message. */
  #speaker: object | null = null;
  #isLeaving = false;
  #src: string | null;
  #srcdoc: string | null;

  /** @param onNavigation Called when the page has set another address or `srcdoc`. */
  constructor(frame: DocumentFrame, Observer: typeof MutationObserver, onNavigation: () => void) {
    this.#frame = frame;
    this.#onNavigation = onNavigation;
    this.#src = frame.getAttribute('src');
    this.#srcdoc = frame.getAttribute('srcdoc');
    try {
      this.#observer = new Observer((records) => this.check(records));
      this.#observer.observe(frame, { attributeFilter: ['src', 'srcdoc'] });
    } catch {
      // The page has replaced `MutationObserver`, so setting the same address again goes unnoticed.
    }
  }

  /** Whether a message would reach the document that has posted. */
  get hears(): boolean {
    return !this.isLeaving && this.#speaker !== null && this.#speaker === this.#frame.contentWindow;
  }

  /** Whether another document has been requested that has neither loaded nor posted a message. */
  get isLeaving(): boolean {
    this.check();
    return this.#isLeaving;
  }

  /** Call it when the current document has posted a message. */
  spoke(): void {
    this.#speaker = this.#frame.contentWindow;
    this.#isLeaving = false;
  }

  loaded(): void {
    this.check();
    this.#isLeaving = false;
  }

  /** Call it when the document has reported that it unloads. */
  left(): void {
    this.#speaker = null;
  }

  stop(): void {
    this.#observer?.disconnect();
  }

  /** Compares the attributes as well: a page may have an observer that reports nothing. */
  check(records: readonly object[] = this.#observer?.takeRecords() ?? []): void {
    const src = this.#frame.getAttribute('src');
    const srcdoc = this.#frame.getAttribute('srcdoc');
    const [before, facade] = [this.#src, this.#srcdoc];
    this.#src = src;
    this.#srcdoc = srcdoc;
    if (records.length === 0 && src === before && srcdoc === facade) return;
    const hasFacade = srcdoc !== null || facade !== null;
    if (!hasFacade && isFragmentOnly(before, src, this.#frame.baseURI)) return;
    this.#isLeaving = true;
    this.#onNavigation();
  }
}

/** Whether only the fragment of the address changes, which scrolls the document and does not replace it. */
function isFragmentOnly(before: string | null, after: string | null, base: string): boolean {
  const bare = (address: string): string | undefined => addressOf(address, base)?.replace(/#.*/, '');
  return before !== null && after !== null && after.includes('#') && bare(before) === bare(after);
}
