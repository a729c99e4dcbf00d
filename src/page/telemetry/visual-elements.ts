import type { Infrastructure } from '../infrastructure/infrastructure.ts';
import { ATTACH_CACHE_MAX_ELEMENTS } from '../../../protocol/constants.ts';

/** Logs which parts of the interface were attached, shown, hidden and clicked (L9). All events of one screen carry its nonce. */
export class VisualElements {
  readonly #log: Infrastructure['log'];
  /** Elements of this screen and whether they are shown, the oldest first. */
  readonly #attached = new Map<string, boolean>();
  #nonce = '';

  constructor(infrastructure: Pick<Infrastructure, 'log'>) {
    this.#log = (name, payload) => infrastructure.log(name, payload);
  }

  /** `nonce` is the nonce of the page's calls, too (C5). */
  createScreen(pageId: string, nonce: string): void {
    this.#nonce = nonce;
    this.#attached.clear();
    this.#log('visualElementScreenCreated', { clientScreenNonce: nonce, pageId });
  }

  /** Logs each element once; the cache is bounded, so an old element may be logged again. */
  attach(elementId: string, parentId = ''): void {
    if (this.#nonce === '' || this.#attached.has(elementId)) return;
    for (const oldest of this.#attached.keys()) {
      if (this.#attached.size < ATTACH_CACHE_MAX_ELEMENTS) break;
      this.#attached.delete(oldest);
    }
    this.#attached.set(elementId, false);
    this.#log('visualElementAttached', { clientScreenNonce: this.#nonce, elementId, parentId });
  }

  show(elementId: string): void {
    this.#turn(elementId, true);
  }

  hide(elementId: string): void {
    this.#turn(elementId, false);
  }

  click(elementId: string): void {
    if (this.#nonce === '') return;
    this.attach(elementId);
    this.#log('visualElementClicked', { clientScreenNonce: this.#nonce, elementId });
  }

  /** Logs only changes. */
  #turn(elementId: string, isShown: boolean): void {
    if (this.#nonce === '') return;
    this.attach(elementId);
    if (this.#attached.get(elementId) === isShown) return;
    this.#attached.set(elementId, isShown);
    const name = isShown ? 'visualElementShown' : 'visualElementHidden';
    this.#log(name, { clientScreenNonce: this.#nonce, elementId });
  }
}
