import type { ElementBox } from '../../protocol/media/media-worker.ts';
import { EmptyElement } from './empty-element.ts';

/** Stands in for the element with the real element's size, which limits the loaded quality. */
export class SizedElement extends EmptyElement {
  #box: ElementBox = { widthPixels: 0, heightPixels: 0 };

  useBox(box: ElementBox): void {
    this.#box = box;
  }

  get width(): number {
    return this.#box.widthPixels;
  }

  get height(): number {
    return this.#box.heightPixels;
  }

  getBoundingClientRect(): { width: number; height: number } {
    const { width, height } = this;
    return { width, height };
  }
}
