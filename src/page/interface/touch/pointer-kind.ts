import { Emitter } from '../../player/emitter.ts';
import { defineFeature } from '../shared/features.ts';

/** How precise the pointer in use is: `coarse` is a finger. */
export type PointerPrecision = 'fine' | 'coarse';

/**
 * The kind of pointer in use, for the layout of the controls: at first the browser's primary pointer, then the pointer used last, since
 * many devices have both. The stylesheet reads it from an attribute of the root.
 */
export class PointerKind {
  readonly #root: HTMLElement;
  readonly #changed: Emitter<void>;
  #kind: PointerPrecision = 'fine';

  constructor(root: HTMLElement, window: Window, reportError: (error: unknown) => void) {
    this.#root = root;
    this.#changed = new Emitter(reportError);
    const coarse = window.matchMedia('(pointer: coarse)');
    this.#set(coarse.matches ? 'coarse' : 'fine');
    coarse.addEventListener('change', () => this.#set(coarse.matches ? 'coarse' : 'fine'));
    const classify = ({ pointerType }: PointerEvent): void => this.#set(pointerType === 'touch' ? 'coarse' : 'fine');
    for (const type of ['pointerdown', 'pointermove'] as const)
      root.addEventListener(type, classify, { passive: true });
  }

  get = (): PointerPrecision => this.#kind;
  subscribe = (listener: () => void): (() => void) => this.#changed.on(listener);

  #set(kind: PointerPrecision): void {
    if (this.#root.dataset['pointer'] === kind) return;
    this.#kind = kind;
    this.#root.dataset['pointer'] = kind;
    this.#changed.emit();
  }
}

export const pointerKind = defineFeature(
  ({ page: { root, reportError } }) =>
    new PointerKind(root, root.ownerDocument.defaultView ?? globalThis.window, reportError),
);
