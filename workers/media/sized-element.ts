import type { ElementBox } from '../../protocol/media/media-worker.ts';
import { EmptyElement } from './empty-element.ts';

/** The size of the real element, which limits the quality that is loaded. */
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
