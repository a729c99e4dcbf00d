import { hasLostSource } from '../../platform/lost-source.ts';
import { READY_STATE, type MediaElement } from './media-element.ts';

/** The last known source of an element, to detect a new source: the element's own event about it may be late. */
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

  /** Whether the element's position belongs to this source, and is known. */
  get isUsable(): boolean {
    const { srcObject, readyState } = this.#element;
    return srcObject === this.#source && readyState >= READY_STATE.metadata && !hasLostSource(this.#element);
  }
}
