import { hasLostSource } from '../../platform/lost-source.ts';
import { READY_STATE, type MediaElement } from './media-element.ts';

/** The source that an element was last seen to play: its own event about another one may be late. */
export class AttachedSource {
  readonly #element: MediaElement;
  #source: MediaProvider | null = null;

  constructor(element: MediaElement) {
    this.#element = element;
  }

  /** Remembers the element's present source; returns whether it has changed. */
  update(): boolean {
    const { srcObject } = this.#element;
    if (srcObject === this.#source) return false;
    this.#source = srcObject;
    return true;
  }

  /** Whether the element's position is of this source, and known. */
  get isUsable(): boolean {
    const { srcObject, readyState } = this.#element;
    return srcObject === this.#source && readyState >= READY_STATE.metadata && !hasLostSource(this.#element);
  }
}
