import type { Random } from '../../../../protocol/runtime/clock.ts';
import { makeNonce } from '../../../../protocol/identifiers.ts';
import type { Infrastructure } from '../infrastructure.ts';
import { ATTACH_CACHE_MAX_ELEMENTS, SCREEN_NONCE_CHARACTERS } from '../../../../protocol/constants.ts';

/** L9: what of the interface was there, seen and used. Everything of one screen carries its nonce. */
export class VisualElements {
  readonly #log: Infrastructure['log'];
  readonly #random: Random;
  /** Elements of this screen and whether they are shown, the oldest first. */
  readonly #attached = new Map<string, boolean>();
  #nonce = '';

  constructor(infrastructure: Pick<Infrastructure, 'log'>, random: Random) {
    this.#log = (name, payload) => infrastructure.log(name, payload);
    this.#random = random;
  }

  /** Calls carry it too (C5); empty before there is a screen. */
  get clientScreenNonce(): string {
    return this.#nonce;
  }

  createScreen(pageId: string): string {
    this.#nonce = makeNonce(this.#random.bytes(SCREEN_NONCE_CHARACTERS));
    this.#attached.clear();
    this.#log('visualElementScreenCreated', { clientScreenNonce: this.#nonce, pageId });
    return this.#nonce;
  }

  /** Once for each element; the cache is bounded, so one of long ago may be told again. */
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

  /** Only a change is news. */
  #turn(elementId: string, isShown: boolean): void {
    if (this.#nonce === '') return;
    this.attach(elementId);
    if (this.#attached.get(elementId) === isShown) return;
    this.#attached.set(elementId, isShown);
    const name = isShown ? 'visualElementShown' : 'visualElementHidden';
    this.#log(name, { clientScreenNonce: this.#nonce, elementId });
  }
}
