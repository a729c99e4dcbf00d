import { addressOf } from '../host-origin.ts';

/** The part of a frame that tells which document it shows. */
export type DocumentFrame = Pick<HTMLIFrameElement, 'contentWindow' | 'getAttribute' | 'baseURI'> & Node;

/**
 * Tracks whether the document that has posted a message is still the one that a message would reach. A frame that is moved gets
 * another window, a frame whose address changes keeps the old document for a while, and neither tells the page at once.
 */
export class FrameDocument {
  readonly #frame: DocumentFrame;
  readonly #onNavigation: () => void;
  readonly #observer: MutationObserver | undefined;
  /** The window of the document that has spoken; `null` without one. */
  #speaker: object | null = null;
  #isLeaving = false;
  #src: string | null;
  #srcdoc: string | null;

  /** @param onNavigation The page has given the frame another document to load. */
  constructor(frame: DocumentFrame, Observer: typeof MutationObserver, onNavigation: () => void) {
    this.#frame = frame;
    this.#onNavigation = onNavigation;
    this.#src = frame.getAttribute('src');
    this.#srcdoc = frame.getAttribute('srcdoc');
    try {
      this.#observer = new Observer((records) => this.look(records));
      this.#observer.observe(frame, { attributeFilter: ['src', 'srcdoc'] });
    } catch {
      // The page has replaced `MutationObserver`. Only an observer sees that the same address was set again.
    }
  }

  /** A message would reach the document that has spoken. */
  get hears(): boolean {
    return !this.isLeaving && this.#speaker !== null && this.#speaker === this.#frame.contentWindow;
  }

  /** Another document has been requested, and has neither loaded nor posted a message. */
  get isLeaving(): boolean {
    this.look();
    return this.#isLeaving;
  }

  /** The present document has spoken. */
  spoke(): void {
    this.#speaker = this.#frame.contentWindow;
    this.#isLeaving = false;
  }

  loaded(): void {
    this.look();
    this.#isLeaving = false;
  }

  /** The document has said that it goes. */
  left(): void {
    this.#speaker = null;
  }

  stop(): void {
    this.#observer?.disconnect();
  }

  /** Compares the attributes as well: a page may have an observer that reports nothing. */
  look(records: readonly object[] = this.#observer?.takeRecords() ?? []): void {
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

/** Another fragment of the same address scrolls the document, which stays. */
function isFragmentOnly(before: string | null, after: string | null, base: string): boolean {
  const bare = (address: string): string | undefined => addressOf(address, base)?.replace(/#.*/, '');
  return before !== null && after !== null && after.includes('#') && bare(before) === bare(after);
}
